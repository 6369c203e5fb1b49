"""What this program itself wrote here, told from what came with a file from elsewhere.

A kept analysis is built of a hundred classes and shown without being looked at again; one that a
stranger made up could hold anything. So it carries a seal under a secret of this user and machine
(256 random bits in a file of the program's own folder): an analysis without it is not believed but
made anew from the readings, which takes seconds.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from functools import cache
from pathlib import Path

from app.paths import own_folder

__all__ = ["mask_salt", "opened", "sealed"]

SECRET_BYTES = 32
SEAL_BYTES = 32


@cache
def _secret() -> bytes:
    """This user's secret; where it cannot be kept, one that lasts as long as the process."""
    path = own_folder() / "seal"
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.stat().st_size != SECRET_BYTES:
            # There is none yet, or a power cut left an empty one.
            _write(path)
        kept = path.read_bytes()
        if len(kept) == SECRET_BYTES:
            return kept
    return secrets.token_bytes(SECRET_BYTES)


def _write(path: Path) -> None:
    """Make it, whole or not at all."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        try:
            os.write(descriptor, secrets.token_bytes(SECRET_BYTES))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def sealed(key: str, content: bytes) -> bytes:
    """``content`` with this user's seal on it and on what it is the analysis of."""
    return _seal(key, content) + content


def opened(key: str, kept: bytes) -> bytes | None:
    """The content of what was sealed here, or ``None``."""
    seal, content = kept[:SEAL_BYTES], kept[SEAL_BYTES:]
    return content if hmac.compare_digest(seal, _seal(key, content)) else None


def mask_salt() -> bytes:
    """What hashes in masked reports are keyed with: the same for this user, unknown elsewhere."""
    return hmac.digest(_secret(), b"masked reports", "sha256")


def _seal(key: str, content: bytes) -> bytes:
    return hmac.digest(_secret(), key.encode() + b"\n" + content, "sha256")
