"""The field's own files: JMVA (Java Modelling Tools) and LQNX (LQNS, LINE), read and written.

What a format says and this engine has no counterpart for is either refused, if it would change the
answer, or named in a note, if it changes only how the answer is found.
"""

from __future__ import annotations

from .errors import NetworkError
from .jmva import read_jmva, write_jmva
from .lqnx import read_lqnx, write_lqnx
from .network import LayeredNetwork, Network
from .xmltree import Note, XmlProblem, parse_xml

__all__ = ["Note", "XmlProblem", "read_xml", "write_xml"]


def read_xml(text: str, name: str) -> tuple[Network | LayeredNetwork, list[Note]]:
    """Read a JMVA or LQNX document; ``name`` becomes the id where the file has none.

    Raises :class:`XmlProblem` with the line.
    """
    root = parse_xml(text)
    if root.tag in ("model", "sim") and root.first("parameters") is not None:
        return read_jmva(root, name)
    if root.tag == "lqn-model":
        return read_lqnx(root, name)
    raise XmlProblem(
        f"the XML begins with <{root.tag}>; solve reads JMVA (<model>) and LQNX (<lqn-model>)",
        root.line,
    )


def write_xml(network: Network | LayeredNetwork, kind: str) -> tuple[str, list[str]]:
    """The network as ``jmva`` or ``lqnx`` text, and what the format cannot say."""
    if kind == "jmva":
        if isinstance(network, LayeredNetwork):
            raise NetworkError("a layered network cannot be written as JMVA; use --to lqnx")
        return write_jmva(network)
    if isinstance(network, Network):
        raise NetworkError("a network of stations cannot be written as LQNX; use --to jmva")
    return write_lqnx(network)
