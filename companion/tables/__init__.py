"""Live tables: a log of entries in a database, and everything that is derived from it. Knows no game by name."""
