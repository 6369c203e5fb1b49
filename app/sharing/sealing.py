"""A file under a passphrase, for the way to somebody else; no engagement is kept so by itself.

Layout of a locked file: a header (magic, the parameters of scrypt, salt, nonce prefix), then the
content in pieces of a mebibyte, each encrypted with AES-256-GCM under a nonce that holds its number
and whether it is the last (the STREAM construction: Hoang, Reyhanitabar, Rogaway and Vizar, "Online
Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015). So nothing can be
changed, left out, reordered or cut off unnoticed. The key comes of the passphrase by scrypt
(RFC 7914) with N = 2^17, r = 8, p = 1: 128 MB and a few tenths of a second for each try.
"""

from __future__ import annotations

import secrets
import struct
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from app.errors import InputProblem, mark
from app.locked import MAGIC
from app.store import places
from app.store.problems import sentences

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

__all__ = [
    "SHORTEST_PASSPHRASE",
    "SUFFIX",
    "lock",
    "passphrase_from",
    "unlock",
]

SUFFIX = ".plexwright-locked"
HEADER = struct.Struct(">10sBBB16s7s")  # magic, log2 N, r, p, salt, nonce prefix
LOG_N, R, P = 17, 8, 1
MOST_LOG_N, MOST_R, MOST_P = 18, 8, 1  # what a stranger's file may ask of this machine: 256 MB
PIECE_BYTES = 1 << 20
TAG_BYTES = 16
SHORTEST_PASSPHRASE = 12  # characters

WRONG = mark("does not open with this passphrase, or was changed on its way; ask for it again")


def lock(path: Path, target: Path, passphrase: str) -> None:
    """Write the file at ``path`` to ``target`` under a passphrase.

    Raises
    ------
    InputProblem: the passphrase is too short, or a file cannot be read or written.
    """
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise InputProblem(
            mark("needs a passphrase of at least {n} characters"),
            file=target,
            values={"n": SHORTEST_PASSPHRASE},
        )
    salt, prefix = secrets.token_bytes(16), secrets.token_bytes(7)
    header = HEADER.pack(MAGIC, LOG_N, R, P, salt, prefix)
    cipher = _cipher(passphrase, salt, LOG_N, R, P)
    with sentences(target), places.aside(target) as part:
        places.make_private(part)
        with path.open("rb") as source, part.open("wb") as made:
            made.write(header)
            number, piece = 0, source.read(PIECE_BYTES)
            while True:
                following = source.read(PIECE_BYTES)
                nonce = _nonce(prefix, number, last=not following)
                made.write(cipher.encrypt(nonce, piece, header))
                if not following:
                    break
                number, piece = number + 1, following
        _new(part, target)


def unlock(path: Path, target: Path, passphrase: str) -> None:
    """Write what a locked file holds to ``target``; it appears there only when all of it is proved.

    Raises
    ------
    InputProblem: it is no such file, or the passphrase is another one.
    """
    from cryptography.exceptions import InvalidTag

    with sentences(path), path.open("rb") as source:
        header = source.read(HEADER.size)
        if len(header) < HEADER.size or not header.startswith(MAGIC):
            raise InputProblem(mark("is not locked with a passphrase"), file=path)
        _magic, log_n, r, p, salt, prefix = HEADER.unpack(header)
        if not (10 <= log_n <= MOST_LOG_N and 1 <= r <= MOST_R and 1 <= p <= MOST_P):
            raise InputProblem(WRONG, file=path)
        cipher = _cipher(passphrase, salt, log_n, r, p)
        with sentences(target), places.aside(target) as part:
            places.make_private(part)
            try:
                with part.open("wb") as made:
                    _decrypt(source, made, cipher, prefix, header)
            except InvalidTag as wrong:
                raise InputProblem(WRONG, file=path) from wrong
            _new(part, target)


def _decrypt(
    source: BinaryIO, made: BinaryIO, cipher: AESGCM, prefix: bytes, header: bytes
) -> None:
    number, piece = 0, source.read(PIECE_BYTES + TAG_BYTES)
    while True:
        following = source.read(PIECE_BYTES + TAG_BYTES)
        nonce = _nonce(prefix, number, last=not following)
        made.write(cipher.decrypt(nonce, piece, header))
        if not following:
            return
        number, piece = number + 1, following


def _new(part: Path, target: Path) -> None:
    if target.exists():
        raise InputProblem(mark("exists already; choose another name"), file=target)
    places.put_in_place(part, target)


def _nonce(prefix: bytes, number: int, *, last: bool) -> bytes:
    return prefix + struct.pack(">I", number) + bytes([last])


def _cipher(passphrase: str, salt: bytes, log_n: int, r: int, p: int) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    key = Scrypt(salt=salt, length=32, n=1 << log_n, r=r, p=p).derive(passphrase.encode("utf-8"))
    return AESGCM(key)


def passphrase_from(file: Path | None, prompt: str, *, twice: bool = False) -> str:
    """A passphrase from the first line of a file, or typed unseen.

    Raises
    ------
    InputProblem: the file cannot be read, nothing can be typed here, or the two differ.
    """
    if file is not None:
        with sentences(file):
            lines = file.read_text(encoding="utf-8").splitlines()
        return lines[0] if lines else ""
    import getpass
    import sys

    if not sys.stdin.isatty():
        raise InputProblem("no terminal to type a passphrase on; give it by --passphrase-file")
    found = getpass.getpass(f"{prompt}: ")
    if twice and getpass.getpass(f"{prompt}, again: ") != found:
        raise InputProblem("the two passphrases differ; try again")
    return found
