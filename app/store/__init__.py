"""The engagement: everything of one customer in one SQLite file (``NAME.plexwright``).

What is kept
    the report files themselves (name, SHA-256, compressed bytes), what readers made of them
    (observations with provenance, unread line ranges, problems), the consultant's edits to the
    as-is topology, answers to questions, constraints and goal, scenarios, decisions on findings,
    the window's own state (canvas positions and the like), the as-is before the last import, and
    the last analysis, which counts only as long as nothing it rests on has changed
    (:mod:`app.store.analyses`).

Why it survives a kill at any moment
    Every public method that changes something is one transaction and returns after the commit has
    reached the disk (``journal_mode=DELETE``, ``synchronous=EXTRA``). The rollback journal was
    chosen over WAL on purpose: between two changes the file on disk is complete by itself, so it
    can be copied or mailed while the window is open. A process killed in mid-change leaves a
    journal beside the file from which the next opening restores the state before that change.

Files that are foreign, newer, cut short, damaged or in use are refused with one sentence
(:class:`StoreProblem`). The file is data, never program: schemas with triggers or views are
refused, decompression is bounded, and decoding builds only the few known classes.

    with EngagementFile.create(path, "Customer A") as file:
        file.add_source(name, data, readings)
        file.set_scenarios((Scenario("zHPF on", (SetSetting("lpar:SYSA", "ZHPF", True),)),))
"""

from app.store.engagement_file import EngagementFile as EngagementFile
from app.store.problems import StoreProblem as StoreProblem
from app.store.records import Decision as Decision
from app.store.records import SourceRecord as SourceRecord
from app.store.records import Verdict as Verdict
from app.store.schema import SUFFIX as SUFFIX
