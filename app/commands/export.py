"""``plexwright export``: an engagement's installation and scenarios as JSON, its network as XML."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.importing.installations import Opened

NAME = "export"
HELP = "write an engagement's installation and scenarios as JSON, its network as JMVA or LQNX"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="X.plexwright")
    parser.add_argument(
        "--installation",
        type=Path,
        metavar="OUT.json",
        help="the installation as it is (plexwright-installation/1)",
    )
    parser.add_argument(
        "--scenarios", type=Path, metavar="OUT.json", help="its scenarios (plexwright-scenario/1)"
    )
    parser.add_argument(
        "--format",
        choices=("jmva", "lqnx"),
        help="the queueing network behind the as-is figures, for JMT or LQNS; needs --out",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="OUT",
        help="with --format: the file; a second network that shares nothing with the first gets "
        "its name with -2",
    )


def run(args: argparse.Namespace) -> int:
    from app.importing.files import spare_inputs
    from app.importing.installations import opened
    from model.catalogue import catalogue
    from model.topology.documents import installation_document, scenarios_document

    if args.installation is None and args.scenarios is None and args.format is None:
        raise UsageError("name --installation OUT.json, --scenarios OUT.json or --format and --out")
    if (args.format is None) != (args.out is None):
        raise UsageError("--format and --out go together")
    spare_inputs((args.file,), (args.installation, args.scenarios, args.out))
    found = opened(args.file)
    topology, scenarios = found.topology, found.scenarios
    if args.installation is not None:
        _write(args.installation, installation_document(topology, catalogue(), args.file.stem))
    if args.scenarios is not None:
        _write(args.scenarios, scenarios_document(scenarios, topology, catalogue()))
    if args.format is not None:
        _write_networks(found, args.format, args.out, args.file)
    return 0


def _write_networks(found: Opened, kind: str, target: Path, source: Path) -> None:
    from app.errors import InputProblem, complain
    from model.projection import build_baseline
    from model.queueing import NetworkError
    from model.queueing.installation.interchange import layers_of, stations_of
    from model.queueing.interchange import write_xml
    from model.queueing.simulation.installation import installation_figures

    networks = build_baseline(found.topology, found.past).networks
    if not networks:
        raise InputProblem("nothing of it is solved as a network, so none is written", file=source)
    for number, (net, solved) in enumerate(networks, start=1):
        path = target if number == 1 else target.with_stem(f"{target.stem}-{number}")
        try:
            if kind == "jmva":
                stations, notes = stations_of(net, solved.reading)
                text, more = write_xml(stations, kind)
            else:
                layers, notes = layers_of(net, solved.reading)
                text, more = write_xml(layers, kind)
        except NetworkError as problem:
            raise InputProblem(str(problem), file=source) from None
        said = list(dict.fromkeys([*notes, *more]))
        figures = installation_figures(net, solved.reading, 0)
        _put(path, _with_answer(text, kind, figures, said))
        for note in said:
            complain(str(path), None, note)


_DIFFERS = {
    "jmva": "threads and tasks limit nobody in this file",
    "lqnx": "numbers of calls are random (geometric) in this file, there they are spread evenly, "
    "which lets customers do some per cent more",
}


def _with_answer(
    text: str, kind: str, figures: Mapping[str, tuple[float, float | None]], notes: Sequence[str]
) -> str:
    """A file with a comment on what the engagement says of the same network, and why it may differ.

    figures: throughput (per s, all copies) and response (s) of every chain.
    """
    lines = [f"As solved in the engagement; {_DIFFERS[kind]}."]
    for name, (rate, response) in figures.items():
        took = "" if response is None else f", {response:.6g} s"
        lines.append(f"{name}: {rate:.6g} per s{took}")
    # Two hyphens would end the comment.
    body = "\n".join([*lines, *notes]).replace("--", "- -")
    first, rest = text.split("\n", 1)
    return f"{first}\n<!-- {body} -->\n{rest}"


def _write(path: Path, document: dict[str, Any]) -> None:
    from app.importing.installations import text_of

    _put(path, text_of(document))


def _put(path: Path, text: str) -> None:
    from app.advising.publishing import write_atomically

    write_atomically(path, text.encode("utf-8"))
