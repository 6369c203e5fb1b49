"""``plexwright validate``: the model's predictions beside published or own measurements."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import UsageError

if TYPE_CHECKING:
    from model.calibration.cases import Group
    from model.calibration.published import Point
    from model.calibration.record.tables import Entry
    from model.calibration.validation import Anchored, Row, Validation

NAME = "validate"
HELP = "predict measured runs from their conditions, with errors and bands; the whole record"

EVERY_ANCHOR = "all"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="MEASUREMENTS.json",
        help="plexwright-measurements/1 or plexwright-cases/1 documents; the published runs by "
        "default",
    )
    parser.add_argument(
        "--anchor",
        metavar="ID",
        help="calibrate to this run alone, as to a customer's reports, and predict the other runs "
        f"of its product; '{EVERY_ANCHOR}' takes every run in turn",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from model.calibration.record.stored import stored_record
    from model.calibration.validation import comparison, shipped_points, validate

    points, cases, sound = _points(args.files)
    if args.files and not points and not cases:
        return 1
    if cases and not points:
        if args.anchor is not None:
            raise UsageError("--anchor is for runs; cases have an installation of their own")
        return _cases(args, cases, sound)
    if args.anchor is not None:
        return _anchored(args, points or shipped_points(), sound)
    found = validate(points or shipped_points())
    sound = _complain(args.files, found) and sound
    compared = comparison(points or shipped_points(), found.rows)
    record = () if points else stored_record()
    if args.json:
        from app.printing.output import print_json

        whole = {} if points else {"record": [asdict(one) for one in record], **_constants()}
        print_json({**_document(found), "comparison": compared, **whole})
    else:
        _print_rows(found.rows)
        _print_summary(found)
        _print_comparison(compared)
        _print_record(record)
        if not points:
            _print_constants()
    return 0 if sound else 1


def _constants() -> dict[str, Any]:
    from model.calibration.record.constants import constants

    return {"constants": [asdict(one) for one in constants()]}


def _points(files: Sequence[Path]) -> tuple[tuple[Point, ...], tuple[Group, ...], bool]:
    """The files' points and cases, and whether every file could be used."""
    from app.errors import InputProblem, complain
    from app.importing.installations import read_document
    from model.calibration.cases import CASES, parse_cases
    from model.calibration.published import FORMAT, parse_points
    from model.topology.parts import DocumentError, document_of

    points: list[Point] = []
    cases: list[Group] = []
    sound = True
    for file in files:
        try:
            document = document_of(read_document(file), FORMAT, CASES)
            if document.value["format"] == CASES:
                cases.extend(parse_cases(document))
            else:
                points.extend(parse_points(document))
        except DocumentError as wrong:
            complain(file, wrong.line, str(wrong))
            sound = False
        except InputProblem as wrong:
            complain(file, None, wrong.text)
            sound = False
    if points and cases:
        complain(None, None, "runs and cases cannot be validated together; cases are left out")
        sound = False
    return tuple(points), tuple(cases), sound


def _cases(args: argparse.Namespace, groups: Sequence[Group], sound: bool) -> int:
    from app.printing.output import print_json
    from model.calibration.cases import validate_cases

    found = validate_cases(tuple(groups))
    sound = _complain(args.files, found) and sound
    if args.json:
        print_json(_document(found))
    else:
        _print_rows(found.rows)
        _print_summary(found)
    return 0 if sound else 1


def _complain(files: Sequence[Path], found: Validation) -> bool:
    from app.errors import complain

    file = files[0] if len(files) == 1 else None
    for refusal in found.refused:
        complain(file, refusal.point.line if file else None, refusal.sentence)
    loose = {row.id for row in found.rows if not row.converged}
    for name in sorted(loose):
        complain(file, None, f"point {name}: the model did not converge; do not use its figures")
    return not found.refused and not loose


def _anchored(args: argparse.Namespace, points: Sequence[Point], sound: bool) -> int:
    from app.errors import complain
    from model.calibration.validation import anchor, shipped_points
    from model.contract.evaluation import ConditionError

    known = {point.id: point for point in (*shipped_points(), *points)}
    if args.anchor == EVERY_ANCHOR:
        wanted = [point for point in points if point.results]
    elif args.anchor in known:
        wanted = [known[args.anchor]]
    else:
        raise UsageError(f"there is no measured run {args.anchor!r}; known are {', '.join(known)}")
    answers: list[Anchored] = []
    for point in wanted:
        try:
            answer = anchor(point, points)
        except ConditionError as wrong:
            if args.anchor != EVERY_ANCHOR:
                complain(None, None, f"anchor {point.id}: {wrong}")
                return 1
            continue
        if args.anchor == EVERY_ANCHOR and not answer.validation.rows:
            continue
        answers.append(answer)
        if args.anchor != EVERY_ANCHOR or len(answers) == 1:
            sound = _complain(args.files, answer.validation) and sound
    if args.json:
        _print_anchors_json(args.anchor, answers)
    else:
        _print_anchors(answers)
    return 0 if sound else 1


def _document(found: Validation) -> dict[str, Any]:
    return {"points": [_entry(row) for row in found.rows], "summary": found.summary()}


def _entry(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "metric": row.metric,
        "measured": row.measured,
        "predicted": row.predicted,
        "low": row.low,
        "high": row.high,
        "error_pct": row.error_pct,
        "in_calibration": row.in_calibration,
        "unit": row.unit,
        "band_mostly_from": row.dominant,
        "extrapolated": list(row.extrapolated),
    }


def _print_anchors_json(wanted: str, answers: Sequence[Anchored]) -> None:
    from app.printing.output import print_json

    if wanted != EVERY_ANCHOR:
        print_json({**_anchor_document(answers[0]), "anchor": answers[0].anchor.id})
        return
    print_json({"anchors": {one.anchor.id: _anchor_document(one) for one in answers}})


def _anchor_document(answer: Anchored) -> dict[str, Any]:
    return {**_document(answer.validation), "baseline_refused": answer.refused}


def _print_anchors(answers: Sequence[Anchored]) -> None:
    from app.printing.output import print_table

    if len(answers) == 1:
        _print_rows(answers[0].validation.rows)
        _print_summary(answers[0].validation)
        _print_refusals(answers)
        return
    lines = []
    for answer in answers:
        errors = [
            abs(row.error_pct)
            for row in answer.validation.rows
            if row.metric == "etr_per_s" and row.error_pct is not None
        ]
        if not errors:
            continue
        errors.sort()
        middle = (
            errors[len(errors) // 2]
            if len(errors) % 2
            else (errors[len(errors) // 2 - 1] + errors[len(errors) // 2]) / 2
        )
        within = 100.0 * sum(error <= 15.0 for error in errors) / len(errors)
        lines.append(
            (
                answer.anchor.id,
                str(answer.anchor.conditions["product"]),
                str(len(errors)),
                f"{middle:.1f}",
                f"{errors[-1]:.1f}",
                f"{within:.0f}",
            )
        )
    print("ETR of the other runs of the product, calibrated to one run alone")
    print_table(("anchor", "product", "runs", "median %", "largest %", "within 15 %"), lines)
    _print_refusals(answers)


def _print_refusals(answers: Sequence[Anchored]) -> None:
    for answer in answers:
        if answer.refused is not None:
            print(f"{answer.anchor.id}: no advice would be given from this run: {answer.refused}")


def _print_rows(rows: Sequence[Row]) -> None:
    from app.printing.output import figure_name, print_table
    from model.language.sentence import signed

    print_table(
        ("run", "metric", "measured", "predicted", "90 % band", "error %", "calibration"),
        [
            (
                row.id,
                figure_name(row.metric),
                _number(row.measured),
                _number(row.predicted),
                f"{_number(row.low)} … {_number(row.high)}",
                "" if row.error_pct is None else signed(f"{row.error_pct:+.1f}"),
                "seen" if row.in_calibration else "unseen",
            )
            for row in rows
        ],
    )
    said = {(row.id, text) for row in rows for text in row.extrapolated}
    for name, text in sorted(said):
        print(f"{name}: extrapolated: {text}")


def _print_summary(found: Validation) -> None:
    from app.printing.output import figure_name, print_table

    print()
    print_table(
        ("metric", "runs", "mean %", "median %", "largest %", "inside band %"),
        [
            (
                figure_name(metric),
                str(own["n"]),
                *(
                    "" if own[name] is None else f"{own[name]:.2f}"
                    for name in ("mape_pct", "median_pct", "max_pct")
                ),
                f"{own['inside_band_pct']:.0f}",
            )
            for metric, own in found.summary().items()
        ],
    )


def _print_comparison(compared: dict[str, dict[str, Any]]) -> None:
    from app.printing.output import print_table

    if not compared:
        return
    print()
    print("ETR of runs in a series over the number of nuclei, each predicted without itself:")
    print_table(
        ("by", "runs", "mean %", "median %", "largest %"),
        [
            (
                name,
                str(own["n"]),
                f"{own['mape_pct']:.1f}",
                f"{own['median_pct']:.1f}",
                f"{own['max_pct']:.1f}",
            )
            for name, own in compared.items()
        ],
    )


def _print_record(record: Sequence[Entry]) -> None:
    from app.printing.output import figure_name, print_table
    from model.figures import figure

    if not record:
        return
    print()
    print(
        "The record: each law against measurements, and what these were to its constants. Half "
        "width: of the 90 % band, in per cent of the prediction."
    )
    print_table(
        ("product", "law", "rows", "median %", "worst %", "inside %", "half width %", "how"),
        [
            (
                one.product,
                one.law if figure(one.law) is None else figure_name(one.law),
                str(one.rows),
                "" if one.median_pct is None else f"{one.median_pct:.1f}",
                "" if one.worst_pct is None else f"{one.worst_pct:.1f}",
                "" if one.inside_pct is None else f"{one.inside_pct:.0f}",
                "" if one.half_width_pct is None else f"{one.half_width_pct:.1f}",
                one.how,
            )
            for one in record
        ],
    )


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _print_constants() -> None:
    from app.printing.output import print_table
    from model.calibration.record.constants import constants

    print()
    print("The constants: value, 90 % interval, and how each is known.")
    print_table(
        ("product", "constant", "value", "from", "to", "unit", "known", "rests on"),
        [
            (
                one.product,
                one.meaning,
                *(f"{figure:.4g}" for figure in (one.value, one.low, one.high)),
                one.unit,
                one.told,
                one.rests_on,
            )
            for one in constants()
        ],
    )
