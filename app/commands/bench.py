"""``plexwright bench``: the benchmark suite."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from app.errors import complain

if TYPE_CHECKING:
    from app.bench import Ratio

NAME = "bench"
HELP = "time the engine, the readers, the advice and the window on this machine"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", metavar="NAME", help="only cases whose name contains NAME")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--profile", action="store_true", help="say of each case where its time goes, not how long"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="hold the stated ratios between cases, which do not depend on the machine",
    )


def run(args: argparse.Namespace) -> int:
    from app.cli import UsageError

    try:
        from app.bench import check, discover, machine, profile, run_case
    except ModuleNotFoundError:
        raise UsageError(
            "the benchmarks are not part of an installation; run this in a checkout: "
            "python3 packaging/run.py bench"
        ) from None
    from app.printing.output import print_json

    cases = list(discover(args.only))
    if not cases:
        raise UsageError(
            f"no benchmark is called {args.only!r}; run 'plexwright bench' to see their names"
            if args.only
            else "no benchmark was found in app/bench"
        )
    if args.profile and args.json:
        raise UsageError("--profile is a table to read; leave --json out")
    if args.check and args.profile:
        raise UsageError("--check holds ratios and --profile shows where time goes; ask for one")
    facts = machine()
    if not args.json:
        print(
            f"{facts['system']}, {facts['processor']}, {facts['cores']} cores, "
            f"Python {facts['python']}"
        )
    if args.check:
        return _check(check(cases), args.json, facts)
    results: list[dict[str, Any]] = []
    failed = False
    for case in cases:
        try:
            if args.profile:
                _print_profile(case.name, profile(case))
                continue
            result = run_case(case)
        except Exception as problem:
            failed = True
            complain(None, None, f"benchmark {case.name!r}: {type(problem).__name__}: {problem}")
            continue
        results.append(result)
        if not args.json:
            print(_line(result), flush=True)
    if args.json:
        print_json({"machine": facts, "cases": results})
    return 1 if failed else 0


def _check(ratios: Iterable[Ratio], as_json: bool, facts: dict[str, Any]) -> int:
    """Print each ratio as it is known; 1 where one is missed or none was asked for."""
    from app.printing.output import print_json

    found = []
    for each in ratios:
        found.append(each)
        if not as_json:
            print(
                f"{each.name:<56} {each.ratio:>7.3g} times {each.against}; at most "
                f"{each.at_most:g}: {'kept' if each.kept else 'MISSED'}", flush=True,
            )  # fmt: skip
    if as_json:
        rows = [{"name": r.name, "against": r.against, "ratio": r.ratio, "at_most": r.at_most,
                 "kept": r.kept} for r in found]  # fmt: skip
        print_json({"machine": facts, "ratios": rows})
    elif not found:
        print("none of these cases states a ratio")
    return 0 if found and all(each.kept for each in found) else 1


def _print_profile(name: str, rows: Sequence[tuple[str, int, float, float]]) -> None:
    """A table for one case."""
    print(f"\n{name}\n{'own':>7} {'with callees':>13} {'calls':>10}  function")
    for where, calls, own, total in rows:
        print(f"{own:>7.1%} {total:>13.1%} {calls:>10,}  {where}", flush=True)


def _line(result: dict[str, Any]) -> str:
    from app.printing.output import counted_noun, seconds_text

    said = (
        f"{result['name']:<52} {seconds_text(result['median_s']):>10}"
        f"  ({seconds_text(result['min_s'])} … {seconds_text(result['max_s'])}, "
        f"{counted_noun(result['repeats'], 'run')})"
    )
    bar = result["bar_s"]
    if bar is not None:
        said += f"  bar {seconds_text(bar)} {'kept' if result['median_s'] <= bar else 'MISSED'}"
    for key, value in result.get("figures", {}).items():
        said += f"  {key} {value:.3g}"
    peer = result["peer"]
    if peer is not None:
        times = peer["median_s"] / max(result["median_s"], 1e-12)
        said += f"  [{peer['name']}: {seconds_text(peer['median_s'])}, {times:.3g} times as long]"
        for key, value in peer.get("answer", {}).items():
            said += f" {key} {value:.6g}"
    elif "peer_missing" in result:
        said += f"  [{result['peer_missing']}]"
    return said
