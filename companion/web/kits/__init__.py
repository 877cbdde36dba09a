"""Kits in the making: a line in SQLite, a process that works it off, and what the pages see of both."""
