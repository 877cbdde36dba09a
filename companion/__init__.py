"""Tableside: the phone companion and the print shop for board games that people play at a real table."""

__version__ = "0.2.0"
