"""``plexwright solve``: the queueing engine alone, also on the field's own files."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import complain

NAME = "solve"
HELP = "solve queueing networks: plexwright-network/1, JMVA (.jmva) and LQNX (.lqnx) files"

MOST_BYTES = 256 * 1024 * 1024
MOST_COMPLAINTS = 5
"""Wrong networks of one list that are complained about; finding a line takes time."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="NETWORK", help="file to solve; - reads stdin")
    parser.add_argument(
        "--method",
        choices=("auto", "exact", "linearizer", "schweitzer"),
        default="auto",
        help="auto: exact where that is cheap, else the best approximation (default)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--percentiles",
        action="store_true",
        help="also 50, 90, 95 and 99 %% of every class's responses, by a phase-type fit",
    )
    parser.add_argument(
        "--goal",
        action="append",
        default=[],
        metavar="CLASS[:PERCENT]=S",
        help="a response goal, such as tx:90=0.5: the largest load that meets it, the engines "
        "needed, what breaks first, as far as that is found in --seconds; repeat for several",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="simulate the same networks and say in one line whether the figures agree",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="with --check: about how long each network is simulated; with --goal: about how "
        "long its answers are searched for, counted by work, so that a busy machine finds the same "
        "(default 10)",
    )
    parser.add_argument(
        "--completions",
        type=int,
        default=1_000_000,
        metavar="N",
        help="with --check: cycles after which it is enough (default 1,000,000)",
    )
    parser.add_argument("--seed", type=int, default=1, help="with --check: of the random numbers")
    parser.add_argument(
        "--to", choices=("jmva", "lqnx"), help="write the networks in this format, do not solve"
    )
    parser.add_argument(
        "--out", metavar="PATH", help="with --to: the file, or for several networks the folder"
    )


@dataclass(frozen=True)
class _Item:
    """One network and where it came from."""

    file: str
    text: str
    prefix: tuple[str | int, ...]
    network: Any
    notes: tuple[str, ...] = ()


def run(args: argparse.Namespace) -> int:
    from app.cli import UsageError

    _goals(args.goal)
    if not 0 < args.seconds < math.inf:
        raise UsageError("--seconds is a number above 0")
    if args.seed < 0 or args.completions < 1:
        raise UsageError("--seed is a whole number from 0, --completions one from 1")
    if args.out and not args.to:
        raise UsageError("--out needs --to jmva or --to lqnx")
    if args.out:
        from app.importing.files import spare_inputs

        spare_inputs(args.files, (Path(args.out),))
    items: list[_Item] = []
    failed = False
    listed = False
    for file in args.files:
        found, ok, many = _read(file)
        items += found
        listed = listed or many
        failed = failed or not ok
    if args.to:
        return _convert(items, args, failed)
    return _solve(items, args, failed, listed or len(args.files) > 1)


def _solve(items: list[_Item], args: argparse.Namespace, failed: bool, as_list: bool) -> int:
    from model.json_text import line_of
    from model.queueing import NetworkError, solution_to_json, solve_many

    documents: list[dict[str, Any]] = []
    answers = solve_many([item.network for item in items], args.method)
    for item, answer in zip(items, answers, strict=True):
        if isinstance(answer, NetworkError):
            place = line_of(item.text, item.prefix + answer.path)
            complain(item.file, place, f"{_who(item.network.id)}{answer}")
            failed = True
            continue
        if not answer.converged:
            complain(
                item.file, 1,
                f"{_who(item.network.id)}did not converge within {answer.iterations} iterations "
                f"(residual {answer.residual:.2g}); the figures are shown as they stand, try "
                "another method",
            )  # fmt: skip
            failed = True
        document = solution_to_json(answer)
        document["notes"] = list(dict.fromkeys([*item.notes, *document["notes"]]))
        if as_list:
            document["file"] = item.file
        if args.percentiles or args.goal:
            failed = not _levels(item, answer, args, document) or failed
        if args.check:
            failed = not _check(item, answer, args, document) or failed
            _compare_percentiles(document)
        documents.append(document)
    if args.json:
        from app.printing.output import print_json

        if as_list or documents:
            print_json(documents if as_list else documents[0])
    else:
        for document in documents:
            _print(document)
    return 1 if failed else 0


def _goals(texts: list[str]) -> list[Any]:
    from app.cli import UsageError
    from model.queueing.goals import Goal

    goals = []
    for text in texts:
        found = re.fullmatch(r"(.+?)(?::([0-9.]+))?=([0-9.eE+-]+)", text)
        try:
            if found is None:
                raise ValueError
            percent = None if found[2] is None else float(found[2])
            goals.append(Goal(found[1], float(found[3]), percent))
        except ValueError:
            raise UsageError(
                f"--goal {text}: give CLASS[:PERCENT]=SECONDS, such as tx:90=0.5"
            ) from None
    return goals


def _levels(item: _Item, answer: Any, args: argparse.Namespace, document: dict[str, Any]) -> bool:
    """Percentiles and service-level questions beside an answer; False where they have none."""
    from model.queueing import Network, NetworkError
    from model.queueing.layered_levels import answer_layered_goals
    from model.queueing.layered_percentiles import layered_times, said_of_layered_times
    from model.queueing.percentiles import PERCENTILES, response_times, said_of_percentiles
    from model.queueing.service_levels import answer_goals
    from model.queueing.work import Budget

    network, who = item.network, _who(item.network.id)
    asked = args.method, Budget(args.seconds)
    plain = isinstance(network, Network)
    try:
        if plain or args.percentiles:
            told: Any = response_times if plain else layered_times
            times = told(network, answer)
            document["percentiles"] = {
                name: {str(p): t.percentile(p) for p in PERCENTILES} for name, t in times.items()
            }
        if plain:
            document["notes"].append(said_of_percentiles(network, times))
        elif args.percentiles or any(goal.percent for goal in _goals(args.goal)):
            document["notes"].append(said_of_layered_times())
        if args.goal:
            ask: Any = answer_goals if plain else answer_layered_goals
            document["service_levels"] = ask(network, answer, _goals(args.goal), *asked)
    except NetworkError as problem:
        complain(item.file, 1, f"{who}{problem}")
        return False
    return True


def _check(item: _Item, answer: Any, args: argparse.Namespace, document: dict[str, Any]) -> bool:
    """Simulate a network beside its answer; False where the two contradict each other."""
    from model.queueing import NetworkError
    from model.queueing.simulation import check_solution, check_to_json

    try:
        check = check_solution(
            item.network, answer, seconds=args.seconds, seed=args.seed,
            completions=args.completions,
        )  # fmt: skip
    except NetworkError as problem:
        complain(item.file, 1, f"{_who(item.network.id)}cannot be checked by simulation: {problem}")
        return False
    document["check"] = check_to_json(check)
    return check.verdict != "contradict"


def _compare_percentiles(document: dict[str, Any]) -> None:
    """How far percentiles of an answer lie beyond the intervals of its simulation."""
    off: dict[str, dict[str, float]] = {}
    for name, row in document.get("percentiles", {}).items():
        seen = document.get("check", {}).get("classes", {}).get(name, {}).get("percentiles", {})
        for p, value in row.items():
            one = seen.get(p)
            if one and one["half_width"] is not None and one["value"] > 0.0:
                beyond = max(abs(value - one["value"]) - one["half_width"], 0.0) / one["value"]
                off.setdefault(name, {})[p] = math.copysign(beyond, value - one["value"])
    if off:
        document["check"]["percentiles_off"] = off


def _who(identity: object) -> str:
    """Which network a sentence is about, where it has an id."""
    return f"network {identity!r}: " if isinstance(identity, str) and identity else ""


def _read(file: str) -> tuple[list[_Item], bool, bool]:
    """Networks of a file, whether all of it was good, and whether it held a list."""
    from model.json_text import TextProblem, line_of, parse_json_text
    from model.queueing import NetworkError, parse_network

    text = _text(file)
    if text is None:
        return [], False, False
    if text.lstrip()[:1] == "<":
        return _read_xml(file, text)
    try:
        document = parse_json_text(text)
    except TextProblem as problem:
        complain(file, problem.line, str(problem))
        return [], False, False
    many = isinstance(document, list)
    if many and not document:
        complain(file, 1, "the list holds no network; put at least one in it")
        return [], False, True
    items: list[_Item] = []
    wrong = 0
    for i, entry in enumerate(document if many else [document]):
        prefix: tuple[str | int, ...] = (i,) if many else ()
        try:
            network = parse_network(entry)
            items.append(_Item(file, text, prefix, network, _notes(network)))
        except NetworkError as problem:
            wrong += 1
            if wrong <= MOST_COMPLAINTS:
                named = entry.get("id") if isinstance(entry, dict) else None
                complain(file, line_of(text, prefix + problem.path), f"{_who(named)}{problem}")
    if wrong > MOST_COMPLAINTS:
        complain(file, None, f"{wrong - MOST_COMPLAINTS:,} more networks are wrong like these")
    return items, not wrong, many


def _notes(network: Any) -> tuple[str, ...]:
    """What a description states that no network has, and what is made of it."""
    from model.queueing import ClosedClass, Network

    classes = network.classes if isinstance(network, Network) else ()
    return tuple(
        f"class {one.name!r} has a population of {one.population:g}, which is no whole number: "
        "its figures are approximate, between those of the whole numbers beside it"
        for one in classes
        if isinstance(one, ClosedClass) and one.population != int(one.population)
    )


def _read_xml(file: str, text: str) -> tuple[list[_Item], bool, bool]:
    from model.queueing.interchange import XmlProblem, read_xml

    try:
        network, notes = read_xml(text, Path(file).stem)
    except XmlProblem as problem:
        complain(file, problem.line, str(problem))
        return [], False, False
    for note in notes:
        complain(file, note.line, note.text)
    return [_Item(file, "", (), network, tuple(n.text for n in notes))], not notes, False


def _text(file: str) -> str | None:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            path = Path(file)
            if path.is_dir():
                complain(file, 1, "this is a folder; name the files in it")
                return None
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except OSError as problem:
        from advisor.system_words import reason

        complain(file, 1, f"cannot be read ({reason(problem)}); check name and rights")
        return None
    except ValueError:
        complain(file, 1, "this is not a file name; check it")
        return None
    if len(data) > MOST_BYTES:
        complain(file, 1, "the file is larger than 256 MB; split it into several")
        return None
    if not data.strip():
        complain(file, 1, "the file is empty; describe a network in it")
        return None
    declared = re.match(rb"""\s*<\?xml[^>]{0,200}?encoding=["']([A-Za-z0-9._-]{1,40})["']""", data)
    if declared and declared.group(1).lower() in (b"iso-8859-1", b"us-ascii", b"windows-1252"):
        return data.decode(declared.group(1).decode("ascii"), "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        complain(file, line, "the file is not UTF-8 text; save it as UTF-8")
        return None


def _convert(items: list[_Item], args: argparse.Namespace, failed: bool) -> int:
    from app.cli import UsageError
    from model.json_text import line_of
    from model.queueing import NetworkError
    from model.queueing.interchange import write_xml

    if len(items) > 1 and not args.out:
        raise UsageError("--to with several networks needs --out FOLDER")
    target = Path(args.out) if args.out else None
    used: set[Path] = set()
    for item in items:
        try:
            document, notes = write_xml(item.network, args.to)
        except NetworkError as problem:
            complain(item.file, line_of(item.text, item.prefix + problem.path), str(problem))
            failed = True
            continue
        for note in notes:
            complain(item.file, 1, note)
            failed = True
        if target is None:
            sys.stdout.write(document)
            continue
        path = target
        if len(items) > 1 or target.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            stem = Path(item.file).stem + (f"-{item.prefix[0]}" if item.prefix else "")
            path = target / f"{stem}.{args.to}"
            number = 2
            while path in used:
                path = target / f"{stem}-{number}.{args.to}"
                number += 1
        used.add(path)
        path.write_text(document, encoding="utf-8")
    return 1 if failed else 0


def _print(document: dict[str, Any]) -> None:
    from app.errors import one_line

    name = one_line(document["id"] or document.get("file") or "network")
    kind = "exact" if document["exact"] else "approximate"
    print(f"{name}: {document['method']}, {kind}, {document['iterations']} iterations")
    if document["theorem"]:
        print(f"  exact by: {document['theorem']}")
    print(f"  {'class':<24} {'per s':>12} {'response s':>12} {'bounds per s':>26}")
    for key, x in document["throughput"].items():
        response = document["response"].get(key)
        bound = document["bounds"].get(key)
        said = "" if response is None else f"{response:.6g}"
        span = "" if bound is None else _span(bound)
        print(f"  {one_line(key):<24} {x:>12.6g} {said:>12} {span:>26}")
    print(f"  {'station':<24} {'utilisation':>12}")
    for key, u in document["utilization"].items():
        mark = "  ← bottleneck" if key == document["bottleneck"] else ""
        print(f"  {one_line(key):<24} {u:>12.4f}{mark}")
    for name, row in document.get("percentiles", {}).items():
        shown = ", ".join(f"{p} % within {value:.4g} s" for p, value in row.items())
        print(f"  {one_line(name):<24} {shown} (phase-type fit)")
    for line in document.get("service_levels", {}).get("lines", []):
        print(f"  {one_line(line)}")
    for note in document["notes"]:
        print(f"  note: {one_line(note)}")
    if "check" in document:
        print(f"  check: {one_line(document['check']['line'])}")
        off = document["check"].get("percentiles_off", {})
        if off:
            name, p = max(
                ((n, p) for n, row in off.items() for p in row),
                key=lambda at: abs(off[at[0]][at[1]]),
            )
            print(
                f"  check: percentiles lie up to {100 * abs(off[name][p]):.2g} % beyond the "
                f"intervals of the simulation ({one_line(name)}, {p} %)"
            )
        for line in _simulated(document):
            print(f"  {line}")


def _give_or_take(one: dict[str, Any]) -> str:
    """The half-width of a simulated figure at 95 %, where there is one."""
    return "" if one["half_width"] is None else f" ± {one['half_width']:.2g}"


def _simulated(document: dict[str, Any]) -> Iterator[str]:
    """Responses that only the simulation tells, as those of a layered network's arrivals."""
    from app.errors import one_line

    for name, found in document["check"]["classes"].items():
        if not found["percentiles"] or found["response"] is None:
            continue
        shown = ", ".join(
            f"{p} % within {one['value']:.4g} s" + _give_or_take(one)
            for p, one in found["percentiles"].items()
            if one
        )
        yield f"{one_line(name):<24} {found['response']['value']:.4g} s, {shown} (simulated)"


def _span(bound: dict[str, Any]) -> str:
    high = "∞" if bound["throughput_max"] is None else f"{bound['throughput_max']:.6g}"
    return f"{bound['throughput_min']:.6g} … {high}"
