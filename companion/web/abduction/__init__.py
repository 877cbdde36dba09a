"""The pages of Abduction: what its tables show, ask and tell, for the common pages of `companion.web.table`."""

from companion.web.abduction.pages import AbductionPages

__all__ = ["AbductionPages"]
