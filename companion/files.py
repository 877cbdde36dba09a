"""Files of people: read no further than needed, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path


def read_at_most(file: Path, limit: int) -> bytes:
    """The first `limit` + 1 bytes of a file: who gets more than `limit` knows that it is too long.

    Raises:
        OSError: it cannot be read.
    """
    with file.open("rb") as stream:
        return stream.read(limit + 1)


def write_atomically(file: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all. A device or a pipe is written to, never replaced.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    if file.exists() and not file.is_file():
        file.write_bytes(data)
        return
    target = Path(os.path.realpath(file))  # a link stays one
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@cache
def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
