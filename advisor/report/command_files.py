"""What the plan has people type and code, as files: one order of work for each task, and its input.

Every task of the change calendar gives a file with all its statements in order and one with those
that go back; cards, members and jobs among them come as files of their own, so that they can be
sent to the system as they are.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.engagement import Engagement
from advisor.findings import ChangeWindow, Task
from advisor.plan.calendar import back_order, back_outs, joined
from advisor.report.document import mask_of
from advisor.report.options import ReportOptions
from advisor.report.sections.calendar import days
from advisor.report.words import WINDOWS
from advisor.report.writer import Writer
from advisor.rules import procedure_of
from advisor.rules.base import ZVSE
from advisor.rules.commands import (
    ACTIVATED,
    IF_ALL_WELL,
    JOB_CARD,
    LABEL,
    RECORD_COLUMNS,
    STRUCTURE,
    VSE_JOB,
    VSE_USER_CATALOG,
    cards,
    labelled,
    statements,
)
from advisor.rules.procedure import UNCONFIRMED
from advisor.rules.structures import POLICY_AS_A_WHOLE, POLICY_DUPLEXED, REST_OF_POLICY
from advisor.rules.subject import Subject
from advisor.translation import is_spoken
from model.catalogue import catalogue

INDEX = "00-index.txt"
_MEMBER = re.compile(r"(?!HCD: )(?P<member>[A-Z][A-Z0-9@#$]{2,}(?:xx|<xx>)?): (?P<text>\S.*)")
_LISTED = re.compile(r"PROCLIB (?P<member>[A-Z0-9<>]+):")
_RECORD = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}(?:,(?:[A-Z@#$][A-Z0-9@#$]{0,7})?)*|<[^<>]+>")
"""Names that a PROCLIB member lists, one record to a line."""
POLICY_TEXT = statements("IXCMIAPU: ")
_IDCAMS = re.compile(
    rf"(?:{IF_ALL_WELL})?"
    r"(?:(?:REPRO|DELETE|BLDINDEX|DEFINE (?:CLUSTER|AIX|PATH)|ALTER (?!TABLESPACE))\b|ALTER <)"
)
_NUCLEUS = re.compile(r"^ADARUN PROG=ADANUC,.*NUCID=<\D*(?P<number>\d+)>")
_OPEN = re.compile(r"<[^<>]+>")
_WORD = re.compile(r"(?:<[^<>]*>|\S)+")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of input: how its file ends, how a comment is written, what stands around it."""

    name: str
    ending: str
    comment: str = "* {}"
    head: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    whole: bool = False
    """Whether every record counts, so that nothing may be said in the file."""


STEPS = Kind("steps", "txt", "# {}")
ADARUN = Kind("adarun", "txt")
DEFINITIONS = Kind("csqinp1", "txt")
IDCAMS = Kind(
    "idcams",
    "jcl",
    "//* {}",
    (JOB_CARD, "//STEP1    EXEC PGM=IDCAMS", "//SYSPRINT DD SYSOUT=*",
     "//SYSIN    DD *"),
    ("/*",),
)  # fmt: skip
VSE_IDCAMS = Kind(
    "idcams",
    "jcl",
    "* {}",
    (VSE_JOB, VSE_USER_CATALOG, "// EXEC IDCAMS,SIZE=AUTO"),
    ("/*", "/&"),
)
"""The same of z/VSE, where a job ends by itself and a label names the catalog.

Source: IBM support, node 6208676 (rebuilding a VSAM user catalog on z/VSE)."""


_POLICY_JOB = "//STEP1    EXEC PGM=IXCMIAPU"
_STARTED = re.compile(re.escape(ACTIVATED) + r"(?P<name>\S+)")


def policy_job(name: str) -> Kind:
    """The job that defines a CFRM policy as a whole, once the rest of the one in use stands in it.

    Source: z/OS 2.2, MVS Setting Up a Sysplex, sample IXCCFRMP of the administrative data utility.
    """
    return Kind(
        "cfrm-duplex" if name == POLICY_DUPLEXED else "cfrm",
        "jcl",
        "//* {}",
        (
            statements("//CFRM     JOB <accounting>"),
            *statements(
                _POLICY_JOB,
                "//SYSPRINT DD SYSOUT=*",
                "//SYSIN    DD *",
                " DATA TYPE(CFRM) REPORT(YES)",
                f" DEFINE POLICY NAME({name}) REPLACE(YES)",
                REST_OF_POLICY,
            ).split("\n"),
        ),
        ("/*",),
    )


def command_files(engagement: Engagement, options: ReportOptions | None = None) -> dict[str, bytes]:
    """File names and contents, masked where the options say so; empty without a plan."""
    options = options or ReportOptions()
    writer = Writer(engagement, options)
    windows = engagement.plan.calendar
    if not windows:
        return {}
    mask = mask_of(engagement, options) if options.mask else None

    def hidden(text: str) -> str:
        return text if mask is None else mask.text(text)

    files: dict[str, str] = {}
    index = [
        writer.say("Change calendar"),
        writer.say("To go back, take the last task of a window back first."),
        "",
    ]
    for number, window in enumerate(windows, 1):
        index += [_window_line(writer, number, window)]
        for place, task in enumerate(window.tasks, 1):
            name = _NOT_IN_NAMES.sub("-", hidden(writer.name(task.component))).strip("-")
            made = _of_task(writer, task, f"{number:02}-{place:02}-{name}", hidden)
            files.update(made)
            index += [f"  {_task_line(writer, task)}", *(f"    {file}" for file in sorted(made))]
        index += _order_back(writer, number, window)
        index += [""]
    files[INDEX] = "\n".join(index)
    return {name: (hidden(text).rstrip() + "\n").encode() for name, text in sorted(files.items())}


def _order_back(writer: Writer, number: int, window: ChangeWindow) -> list[str]:
    """Which of a window's tasks is taken back first, where it is not simply the last."""
    order = back_order(window.tasks, writer.by_id)
    if order == sorted(order, reverse=True):
        return []
    names = ", ".join(f"{number:02}-{place + 1:02}" for place in order)
    return [f"  {writer.say('To go back, in this order: {names}', names=names)}"]


def _window_line(writer: Writer, number: int, window: ChangeWindow) -> str:
    title = writer.say(WINDOWS[window.effort])
    effort = f"{writer.say('Person-days')}: {days(window.person_days, writer)}"
    return f"{writer.say('Window')} {number}: {title} ({effort})"


def _task_line(writer: Writer, task: Task) -> str:
    titles = dict.fromkeys(writer.speak(writer.by_id[i].title) for i in task.findings)
    numbers = ", ".join(map(str, writer.steps_of(task)))
    who = f"{writer.titled(task.component)}, {writer.speak(task.role)}"
    return f"{who}, {writer.say('Step')} {numbers}: {'; '.join(titles)}"


def _of_task(writer: Writer, task: Task, stem: str, hidden: Callable[[str], str]) -> dict[str, str]:
    """The files of one task: to carry out ("after") and to go back ("before")."""
    findings = [writer.by_id[i] for i in task.findings]
    typed = back_outs(task, findings, writer.topology)
    back = way_back([text.split("\n") for text in typed])
    about = [_task_line(writer, task)]
    if any(not how.sources for f in findings if (how := procedure_of(f)) and how.permanent):
        about.append(writer.speak(UNCONFIRMED))
    found: dict[str, str] = {}
    for which, lines in (("after", list(task.commands)), ("before", list(back))):
        # What is said in place of a command is no line to be sent.
        typed_lines = [("# " if is_spoken(line) else "") + writer.command(line) for line in lines]
        services = _services(writer, task)
        if services == VSE_IDCAMS:
            typed_lines = labelled(typed_lines)
        for kind, own in _by_kind(typed_lines, services, hidden).items():
            head = [
                *about,
                writer.say(
                    "To carry it out, in this order."
                    if which == "after"
                    else "To go back to the state before."
                ),
            ]
            if any(line.startswith((STRUCTURE, _POLICY_JOB)) for line in [*own, *kind.head]):
                head.insert(len(about), writer.speak(POLICY_AS_A_WHOLE))
            if which == "after" and any("ADARUN PROG=ADANUC" in line for line in own):
                head.append(
                    writer.say(
                        "Not all cards of a new nucleus: add them to a copy of those that the "
                        "cluster's other nuclei have by then, in place of their own."
                    )
                )
            head_of_job = [writer.command(line) for line in kind.head]
            if kind == VSE_IDCAMS:
                head_of_job[-1:-1] = [line for line in own if line.startswith(LABEL)]
                own = [line for line in own if not line.startswith(LABEL)]
            if kind in (IDCAMS, VSE_IDCAMS):
                own = [f" {part}" for line in own for part in continued(line, " -")]
            if places := len(set(_OPEN.findall("\n".join([*head_of_job, *own])))):
                head.append(
                    writer.say(
                        "Places in angle brackets to be filled in: {count}.", count=str(places)
                    )
                )
            comments = [
                kind.comment.format(part)
                for text in (() if kind.whole else head)
                for part in textwrap.wrap(text, RECORD_COLUMNS - len(kind.comment))
            ]
            # A job begins with its own statement; what is said of it comes after.
            content = [*head_of_job[:1], *comments, *head_of_job[1:], *own, *kind.foot]
            found[f"{stem}-{kind.name}-{which}.{kind.ending}"] = "\n".join(content)
    return found


def way_back(commands: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Back-outs of steps, given in the steps' order, as one: the last step is taken back first.

    Of several definitions of one object, or values of one parameter, the last counts, so the
    others are left out.
    """
    order = list(reversed(commands))
    kept = [
        [
            line
            for line in lines
            if not (
                (stated := _object(line))
                and any(stated == _object(other) for rest in order[n:] for other in rest)
            )
        ]
        for n, lines in enumerate(order, 1)
    ]
    return joined(kept)


def _object(line: str) -> str:
    """What a line states as a whole: an object's definition or a parameter; empty for others."""
    if line.startswith("CSQINP1: DEFINE"):
        return " ".join(line.split()[:3])
    parameter = _PARAMETER.match(line)
    return "" if parameter is None else parameter[0]


_PARAMETER = re.compile(r"[A-Z]+=")
"""``ZIIP=(ON,LIMIT=100)`` of Natural, which stands on a line of its own."""


def _services(writer: Writer, task: Task) -> Kind:
    """The job around input of Access Method Services, of the system that the task is on."""
    component = writer.topology.components.get(task.component)
    if component is None:
        return IDCAMS
    on = Subject(component, writer.topology, catalogue()).platform()
    return VSE_IDCAMS if on in ZVSE else IDCAMS


def _by_kind(
    lines: Iterable[str], access_method_services: Kind, hidden: Callable[[str], str] = str
) -> Mapping[Kind, list[str]]:
    """All lines as steps, and those that are input of a product besides, each under its kind."""
    found: dict[Kind, list[str]] = {STEPS: []}
    records: list[str] | None = None
    structures: list[str] = []
    for line in lines:
        found[STEPS].append(line)
        if line.startswith(STRUCTURE):
            structures += continued(f" {line.removeprefix(POLICY_TEXT)}", "")
            continue
        if structures and (started := _STARTED.fullmatch(line)) is not None:
            found.setdefault(policy_job(started["name"]), []).extend(structures)
            structures = []
            continue
        listed = _LISTED.fullmatch(line)
        if listed is not None:
            name = _NOT_IN_NAMES.sub("", hidden(listed["member"])).lower()
            records = found.setdefault(Kind(f"member-{name}", "txt", whole=True), [])
            continue
        if records is not None and _RECORD.fullmatch(line):
            records.append(line)
            continue
        records = None
        member = _MEMBER.fullmatch(line)
        nucleus = _NUCLEUS.search(line)
        if nucleus is not None:
            # Each nucleus that is added has cards of its own.
            kind = Kind(f"adarun-nucleus-{int(nucleus['number']):02}", "txt")
            found.setdefault(kind, []).extend(cards(line))
        elif line.startswith("ADARUN "):
            found.setdefault(ADARUN, []).extend(cards(line))
        elif line.startswith("CSQINP1: "):
            found.setdefault(DEFINITIONS, []).extend(continued(line.removeprefix("CSQINP1: ")))
        elif _IDCAMS.match(line) or line.startswith(LABEL):
            found.setdefault(access_method_services, []).append(line)
        elif member is not None:
            name = _NOT_IN_NAMES.sub("", member["member"]).lower()
            records = [member["text"]]
            if member["member"] == "DDKARTE":
                records = continued_at_commas(member["text"])
            found.setdefault(Kind(f"member-{name}", "txt"), []).extend(records)
            records = None
    return found


def continued_at_commas(line: str) -> list[str]:
    """A Net-Work statement in records that end before column 72, a hyphen where it goes on.

    Source: Entire Net-Work 6.4, CTC Option, sample parameter statements.
    """
    found: list[str] = []
    for operand in line.split(","):
        if found and len(found[-1]) + len(operand) + len(", -") <= RECORD_COLUMNS:
            found[-1] += f",{operand}"
        else:
            found.append(operand if not found else f"     {operand}")
    return [f"{part}, -" for part in found[:-1]] + found[-1:]


def continued(line: str, sign: str = " +") -> list[str]:
    """A command broken at blanks, of none to be filled in, so that no record reaches column 72."""
    found: list[str] = []
    lead = line[: len(line) - len(line.lstrip())]
    for word in _WORD.findall(line):
        if found and len(found[-1]) + 1 + len(word) + len(sign) <= RECORD_COLUMNS:
            found[-1] += f" {word}"
        else:
            found.append(f"{lead}{word}" if not found else f"{lead}  {word}")
    return [part + sign for part in found[:-1]] + found[-1:]
