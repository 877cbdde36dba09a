"""What people read about a game: its sentences, in the language that they chose."""
