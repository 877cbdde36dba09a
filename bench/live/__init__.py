"""What `bench/live.py` measures with."""
