"""What all tests share: hypothesis tries the same examples on every run, so that a failure is somebody's doing.

`script/test --all` looks for new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("new", print_blob=True)
settings.register_profile("same", derandomize=True, print_blob=True)
settings.load_profile("same")
