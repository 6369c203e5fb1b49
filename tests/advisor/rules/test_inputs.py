"""What rules look at comes from a reader, from a question, or is said to come from people alone."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import advisor.rules.catalogue as rooms
from advisor.asking import is_read
from advisor.installation import derivations
from model.catalogue import catalogue

LOOKS = {"figure", "rate", "by_part", "number", "text", "flag", "value"}
ASKS = {"lacking", "need_figure", "need_rate", "need", "need_text", "need_flag"}
"""What is lacking is told, and asked where no reader gives it (``Subject.lacking``)."""
OF_FIGURES = {"figure", "rate", "by_part", "need_figure", "need_rate"}

BY_HAND = {
    "CUBES": "a Cognos server's, which no report prints",
    "DYNAMIC_RIGHT_SIZING": "a stack's profile; TcpPrf of NETSTAT ALL tells of a transfer",
    "EXTRAPARTITION_BLOCKED_IO": "how a program writes",
    "JVMS": "how many of one kind there are",
    "LINK_BYTES_PER_S": "a line's, of who provides it",
    "PROTECTED_THREADS": "a plan's, as RCT and DB2ENTRY have it",
    "RTT_MS": "a connection's, stated; reports give the figure",
    "SDT": "a file's definition",
    "WFI": "of IMS transactions; IMS-104 says that it is untold",
    "ZHPF_CAPABLE": "a control unit's",
    "bytes_per_s": "a connection's, stated; reports give counts",
    "commands_per_s": "a node's, stated; reports give counts",
    "cpu_us_per_request": "a connection's; else the published cost of a kind of link",
    "db2_bufferpools_mb": "a dump's; the pools' own sizes where they are known",
    "dump_block_s": "measured once; else an assumed time, which is said",
    "extrapartition_io_ms": "measured once; else an assumed time, which is said",
    "intermediate_gb": "a sort's, stated; else from its records",
    "machine_arch_level": "from the machine's type where that is known",
    "read_us": "a group buffer pool's; else the published time",
    "schedule_cpu_us": "an IMS region's",
    "thread_reuse_pct": "stated; reports give counts",
    "transaction_dump_block_s": "measured once; else an assumed time, which is said",
}
"""What no reader gives and whose lack neither stops a rule nor is asked, with whose it is."""


def _inputs() -> dict[tuple[str, bool], set[str]]:
    """Name of each setting or figure that a rule looks at, whether a figure, and how it looks."""
    found: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for path in sorted(Path(rooms.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                how = node.func.attr
                for name in _words(node.args) if how in LOOKS | ASKS else ():
                    found[name, how in OF_FIGURES].add(how)
            elif isinstance(node, ast.keyword) and node.arg in ("figure", "among"):
                for name in _words([node.value]):
                    found[name, True].add("need_figure")  # TooMany asks
            elif isinstance(node, ast.Tuple) and (name := _asked(node)):
                setting = name.removeprefix("setting.")
                found[setting, setting == name].add("lacking")
    return found


def _asked(node: ast.Tuple) -> str:
    """What ``(subject.id, "setting.X")`` asks for; empty where a tuple is something else."""
    match node.elts:
        case [ast.Attribute(attr="id"), ast.Constant(value=str(name))]:
            return name
    return ""


def _words(nodes: list[Any]) -> list[str]:
    found = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return [value for value in found if isinstance(value, str) and value]


def _kinds(name: str, is_figure: bool) -> list[str]:
    kinds = catalogue()
    if is_figure:
        return [k.name for k in kinds if k.measure(name) or k.measure(f"{name}.X")]
    return [k.name for k in kinds if k.setting(name)]


@pytest.fixture(scope="module")
def unread() -> dict[str, set[str]]:
    """Inputs that no reader gives of any kind, and none is derived, with how rules look."""
    room = Path(derivations.__file__).parent
    derived = "".join(path.read_text("utf-8") for path in sorted(room.rglob("*.py")))
    found = {}
    for (name, is_figure), how in _inputs().items():
        metrics = [name, f"{name}.X"] if is_figure else [f"setting.{name}"]
        kinds = _kinds(name, is_figure)
        if not kinds or f'"{name}"' in derived:
            continue
        if not any(is_read(kind, metric) for kind in kinds for metric in metrics):
            found[name] = how
    return found


def test_every_input_is_read_or_asked_or_known_to_people_alone(unread: dict[str, set[str]]) -> None:
    assert len(_inputs()) > 300
    silent = {name for name, how in unread.items() if not how & ASKS}
    assert silent == BY_HAND.keys()


def test_what_stops_a_rule_and_no_reader_gives_is_a_question(unread: dict[str, set[str]]) -> None:
    """Some are only answered: a rule that needs one has it in what it asks."""
    asked = {name for name, how in unread.items() if how & ASKS}
    assert {"GBPCACHE", "MESSAGE_KB", "commarea_kb", "rls_reads"} <= asked
