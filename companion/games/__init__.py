"""The rules of the games. Nothing in here knows of tables, pages or printers."""
