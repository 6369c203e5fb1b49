"""The same words for the same refusal on every system."""

from __future__ import annotations

import errno

import pytest

from advisor.system_words import HELD, held, reason


def windows(number: int, posix: int, said: str) -> OSError:
    """What Windows raises: its own number beside the POSIX one, in the user's language."""
    refused = OSError(posix, said)
    refused.winerror = number  # type: ignore[attr-defined]
    return refused


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (OSError(errno.EACCES, "Permission denied"), "Permission denied"),
        (windows(5, errno.EACCES, "Zugriff verweigert"), "Permission denied"),
        (windows(32, errno.EACCES, "Der Prozess kann nicht zugreifen"), HELD),
        (windows(33, errno.EACCES, "The process cannot access the file"), HELD),
        (windows(3, errno.ENOENT, "Das System kann den Pfad nicht finden"),
         "No such file or directory"),
        (windows(112, errno.ENOSPC, "Es steht nicht genug Platz"), "No space left on device"),
        (windows(123, errno.EINVAL, "Die Syntax ist falsch"), "no file can have such a name"),
        (OSError(errno.ENOTCONN, "what nobody listed"), "what nobody listed"),
        (OSError("no number at all"), "no number at all"),
    ],
)  # fmt: skip
def test_words_do_not_depend_on_the_system(refused: OSError, words: str) -> None:
    assert reason(refused) == words
    assert held(refused) is (words == HELD)
