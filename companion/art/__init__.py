"""Original art, drawn once: the screen and the paper show the same island."""
