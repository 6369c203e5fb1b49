"""The topology as a vector picture: machines, systems, what runs in them, and how busy it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.report.charts import TEXT, WIDTH, Chart
from advisor.report.svg import ALERT, FAINT, INK, MUTED, PAPER, Drawing, fitted

_CHIP_WIDTH, _CHIP_HEIGHT, _GAP, _PAD, _HEAD = 86.0, 30.0, 5.0, 7.0, 16.0
_LANE = 5.0
MOST_HIGH = 555.0
"""What a page of either paper has room for, with a heading above it and the caption."""
MOST_LANES = 8
"""Lines beside each other that an eye follows; of more links none is drawn."""


class Lanes:
    """Where lines run: a lane beside the machines, and above each row of the shelf, per bundle.

    What ends at one box, or joins two systems, is one bundle: lines that run together.
    """

    def __init__(self, links: Sequence[Mapping[str, Any]], boxes: int) -> None:
        pairs = [(tuple(each["from"]), tuple(each["to"])) for each in links]
        bundles: dict[tuple[tuple[int, ...], ...], list[tuple[int, ...]]] = {}
        for first, second in pairs:
            shared = (second,) if len(second) == 1 else (first, second)
            bundles.setdefault(shared, []).extend((first, second))
        few = bundles if len(bundles) <= MOST_LANES else {}
        self._bundles = [sorted(set(ends)) for ends in few.values()]
        self._ends: dict[tuple[int, ...], tuple[float, float]] = {}
        self._at_right: dict[tuple[int, ...], float] = {}
        count = len(self._bundles)
        self.left = WIDTH - (count * _LANE + 2.0 if count else 0.0)
        """Width of what is not lanes."""
        self.channel = count * _LANE if boxes else 0.0
        """Height above a row of the shelf in which lines run."""

    def system(
        self, place: tuple[int, int], x: float, bottom: float, right: float | None = None
    ) -> None:
        """A system that was drawn, and where lines leave it; ``right`` its side if that is free.

        A side too low for all of them is not taken.
        """
        self._ends[place] = x, bottom
        if right is not None and len(self._bundles) * _LANE < _HEAD:
            self._at_right[place] = right

    def box(self, number: int, x: float, top: float) -> None:
        """A box of the shelf that was drawn, and where lines come to it."""
        self._ends[number,] = x, top

    def draw(self, drawing: Drawing) -> None:
        """All lines, and a dot at each end."""
        for number, ends in enumerate(self._bundles):
            lane = self.left + 2.0 + number * _LANE
            heights = []
            for place in ends:
                x, y = self._ends[place]
                if len(place) == 1:
                    # Side by side, so that what comes to one box from two bundles stays apart.
                    at, turn = (
                        x + (number - len(self._bundles) / 2) * _LANE,
                        y - _LANE * (number + 1),
                    )
                elif place in self._at_right:
                    # Nothing stands beside it: straight out of its side, across one border.
                    at, y = self._at_right[place], y - _LANE * (number + 1)
                    turn = y
                else:
                    at, turn = (
                        x - number * _LANE,
                        y + _GAP * (number + 1) / (len(self._bundles) + 1),
                    )
                if turn != y:
                    drawing.line(at, y, at, turn, stroke=MUTED)
                drawing.line(at, turn, lane, turn, stroke=MUTED)
                drawing.dot(at, y, 1.6, fill=MUTED)
                heights.append(turn)
            drawing.line(lane, min(heights), lane, max(heights), stroke=MUTED)


def draw_topology(data: Mapping[str, Any]) -> str:
    """SVG of the picture data that ``document`` prepares.

    ``data`` holds ``machines`` (each with ``label`` and ``systems``; a system has ``label``,
    ``busy`` (0..1 or None), ``busy_text`` and ``parts``) and ``shelf``, the components that stand
    on their own. A part has ``label``, ``detail``, ``busy`` and ``bottleneck``. ``links`` join
    systems (machine and system, by number) and boxes on the shelf (by number).
    """
    data = fitting(data)
    machines, shelf = data["machines"], data["shelf"]
    lanes = Lanes(data.get("links", ()), len(shelf))
    drawing = Drawing(WIDTH, 10.0)
    y = 0.0
    for number, machine in enumerate(machines):
        y = _machine(drawing, machine, y, number, lanes) + 8.0
    if shelf:
        y = _shelf(drawing, shelf, y, lanes)
    drawing.height = max(y, 20.0)
    lanes.draw(drawing)
    return drawing.render()


def fitting(data: Mapping[str, Any], most: float = MOST_HIGH) -> Mapping[str, Any]:
    """The picture data that a page has room for: what is left out of it is counted.

    Of what does not fit, that which limits the work stays, and of the shelf what is linked.
    """
    machines, shelf, links = data["machines"], data["shelf"], data.get("links", ())
    ends = {tuple(end) for link in links for end in (link["from"], link["to"])}
    every = Lanes(links, len(shelf))
    width, lanes = every.left, every.channel
    if links and not every.channel:  # too many to be drawn, but a part of them may be
        width, lanes = WIDTH - MOST_LANES * _LANE, MOST_LANES * _LANE
    per_row = _shelf_columns(width)
    of_machines = sum(_machine_height(each["systems"], width) for each in machines)
    of_shelf = _shelf_height(len(shelf), per_row, lanes)
    if of_machines + of_shelf <= most:
        return data
    boxes = list(range(len(shelf)))
    if of_shelf > (room := max(most - of_machines, most / 2)):
        rows = max(1, int((room - lanes) // (_CHIP_HEIGHT + _GAP + lanes)))
        boxes = sorted(
            sorted(boxes, key=lambda n: (not shelf[n].get("bottleneck"), (n,) not in ends))[
                : rows * per_row - 1
            ]
        )
    room = most - _shelf_height(len(boxes) + (len(boxes) < len(shelf)), per_row, lanes)
    kept = _kept_systems(machines, width, room)
    places: dict[tuple[int, ...], list[int]] = {(n,): [at] for at, n in enumerate(boxes)}
    for row, (number, systems) in enumerate(kept.items()):
        places |= {(number, n): [row, at] for at, n in enumerate(systems)}
    return {
        "machines": _shown_machines(machines, kept),
        "shelf": [*(shelf[n] for n in boxes), *_counted(len(shelf) - len(boxes))],
        "links": [
            {**link, "from": places[tuple(link["from"])], "to": places[tuple(link["to"])]}
            for link in links
            if tuple(link["from"]) in places and tuple(link["to"]) in places
        ],
    }


def _kept_systems(
    machines: Sequence[Mapping[str, Any]], width: float, room: float
) -> dict[int, list[int]]:
    """Numbers of the machines that fit, each with its systems that do."""

    def limits(system: Mapping[str, Any]) -> bool:
        parts = system["parts"]
        return bool(system.get("bottleneck")) or any(part.get("bottleneck") for part in parts)

    room -= _machine_height((), width)  # the line that counts the machines left out
    found: dict[int, list[int]] = {}
    first = sorted(range(len(machines)), key=lambda n: not any(map(limits, machines[n]["systems"])))
    for number in first:
        systems = machines[number]["systems"]
        ordered = sorted(range(len(systems)), key=lambda n: not limits(systems[n]))
        fits = len(ordered)
        while fits and _machine_height([systems[n] for n in ordered[:fits]], width) > room:
            fits -= 1
        if fits:
            found[number] = sorted(ordered[:fits])
            room -= _machine_height([systems[n] for n in found[number]], width)
    return {number: found[number] for number in sorted(found)}


def _shown_machines(
    machines: Sequence[Mapping[str, Any]], kept: Mapping[int, Sequence[int]]
) -> list[Mapping[str, Any]]:
    shown: list[Mapping[str, Any]] = []
    for number, places in kept.items():
        systems = machines[number]["systems"]
        more = len(systems) - len(places)
        label = machines[number]["label"] + (f" (+{more} LPAR)" if more else "")
        shown.append({**machines[number], "label": label, "systems": [systems[n] for n in places]})
    if len(kept) < len(machines):
        more = sum(len(m["systems"]) for n, m in enumerate(machines) if n not in kept)
        shown.append({"label": f"+{more} LPAR", "systems": []})
    return shown


def _counted(more: int) -> list[Mapping[str, Any]]:
    """A box for all that are left out."""
    box = {"label": f"+{more}", "detail": "", "busy": None, "bottleneck": False}
    return [box] if more else []


def _machine_height(systems: Sequence[Mapping[str, Any]], whole: float) -> float:
    """A machine's box and the space below it."""
    per_row = 2 if len(systems) > 1 else 1
    width = (whole - 2 * _PAD - (per_row - 1) * _GAP) / per_row
    rows = (systems[start : start + per_row] for start in range(0, len(systems), per_row))
    return _HEAD + 9.0 + sum(max(_system_height(s, width) for s in row) + _GAP for row in rows)


def _shelf_columns(width: float) -> int:
    return max(1, int((width + _GAP) // (_CHIP_WIDTH + _GAP)))


def _shelf_height(count: int, columns: int, channel: float) -> float:
    return channel + _rows(count, columns) * (_CHIP_HEIGHT + _GAP + channel) if count else 0.0


def _columns(width: float) -> int:
    return max(1, int((width - 2 * _PAD + _GAP) // (_CHIP_WIDTH + _GAP)))


def _rows(count: int, columns: int) -> int:
    return max(1, -(-count // columns))


def _machine(
    drawing: Drawing, machine: Mapping[str, Any], top: float, number: int, lanes: Lanes
) -> float:
    systems = machine["systems"]
    whole = lanes.left
    per_row = 2 if len(systems) > 1 else 1
    width = (whole - 2 * _PAD - (per_row - 1) * _GAP) / per_row
    y = top + _HEAD
    at = len(drawing.parts)
    for start in range(0, len(systems), per_row):
        row = systems[start : start + per_row]
        height = max(_system_height(system, width) for system in row)
        for place, system in enumerate(row):
            x = _PAD + place * (width + _GAP)
            _system(drawing, system, x, y, width, height)
            last = place == len(row) - 1 and len(row) == per_row
            lanes.system(
                (number, start + place),
                x + width - _PAD,
                y + height,
                x + width if last else None,
            )
        y += height + _GAP
    frame = Drawing(0, 0)
    frame.box(0.5, top + 0.5, whole - 1, y - top, stroke=MUTED, fill=PAPER, weight=0.8)
    frame.text(_PAD, top + 11, fitted(machine["label"], whole - 20, TEXT), size=TEXT, bold=True)
    drawing.parts[at:at] = frame.parts
    return y + 1.0


def _system_height(system: Mapping[str, Any], width: float) -> float:
    count = len(system["parts"])
    if not count:
        return _HEAD + 6
    return _HEAD + _rows(count, _columns(width)) * (_CHIP_HEIGHT + _GAP) + 4


def _system(
    drawing: Drawing, system: Mapping[str, Any], x: float, y: float, width: float, height: float
) -> None:
    hot = bool(system.get("bottleneck"))
    drawing.box(
        x,
        y,
        width,
        height,
        stroke=ALERT if hot else INK,
        fill="#f7f8fa",
        weight=1.6 if hot else 0.7,
    )
    drawing.text(x + _PAD, y + 11, fitted(system["label"], width * 0.6, TEXT), size=TEXT, bold=True)
    if system["busy_text"]:
        drawing.text(x + width - _PAD, y + 11, system["busy_text"], size=TEXT, anchor="end")
    columns = _columns(width)
    for number, part in enumerate(system["parts"]):
        row, column = divmod(number, columns)
        _chip(
            drawing,
            part,
            x + _PAD + column * (_CHIP_WIDTH + _GAP),
            y + _HEAD + row * (_CHIP_HEIGHT + _GAP),
        )


def _chip(drawing: Drawing, part: Mapping[str, Any], x: float, y: float) -> None:
    hot = bool(part.get("bottleneck"))
    drawing.box(
        x,
        y,
        _CHIP_WIDTH,
        _CHIP_HEIGHT,
        fill=PAPER,
        stroke=ALERT if hot else MUTED,
        weight=1.6 if hot else 0.5,
    )
    drawing.text(x + 4, y + 10, fitted(part["label"], _CHIP_WIDTH - 8, TEXT), size=TEXT)
    drawing.text(
        x + 4, y + 20.5, fitted(part["detail"], _CHIP_WIDTH - 8, TEXT), size=TEXT, fill=MUTED
    )
    busy = part.get("busy")
    if busy is not None:
        full = _CHIP_WIDTH - 8
        drawing.box(x + 4, y + 24, full, 2.4, fill=FAINT, stroke="none", weight=0, radius=0)
        share = min(1.0, max(0.0, busy))
        drawing.box(
            x + 4,
            y + 24,
            full * share,
            2.4,
            fill=ALERT if hot else INK,
            stroke="none",
            weight=0,
            radius=0,
        )


def _shelf(drawing: Drawing, parts: list[Mapping[str, Any]], top: float, lanes: Lanes) -> float:
    columns = _shelf_columns(lanes.left)
    high = _CHIP_HEIGHT + _GAP + lanes.channel
    top += lanes.channel
    for number, part in enumerate(parts):
        row, column = divmod(number, columns)
        x, y = column * (_CHIP_WIDTH + _GAP) + 0.5, top + row * high
        _chip(drawing, part, x, y)
        lanes.box(number, x + _CHIP_WIDTH / 2, y)
    return top + (_rows(len(parts), columns) - 1) * high + _CHIP_HEIGHT + _GAP


CHART = Chart(
    "topology.svg",
    lambda doc: doc["today"]["picture"],
    draw_topology,
    lambda data: bool(data["machines"] or data["shelf"]),
)
