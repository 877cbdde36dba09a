"""Players without a person: they choose an action of a seat from what that seat may see, and nothing else."""
