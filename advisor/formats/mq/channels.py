"""Channels in class 4 accounting: SMF 116 subtype 10, and its table (QCST)."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.reading.layout.record_maps import Section, record_map

EYE = "QCST".encode("cp037")
FIGURES = {
    "Batches": ("channel_batches", "count"),
    "Full_Batches": ("channel_full_batches", "count"),
    "Msg_All_Count": ("channel_messages", "messages"),
    "Msg_Persistent_Count": ("channel_persistent", "messages"),
    "BatchSize": ("channel_batch_size", "messages"),
}
"""By column of the table, and field of the record: the figure, which gets the channel's name."""


def figures(record: bytes, at: int, length: int) -> Iterator[tuple[str, float, str]]:
    """Metric, value and unit of one channel, of whom only those send that do so in batches."""
    section = Section(record, at, length, record_map("smf116").sections["QCST"])
    name = section.text("Chl_Name")
    if not name or not section.count("Batches"):
        return
    for column, (metric, unit) in FIGURES.items():
        value = section.number(column)
        if value is not None:
            yield f"{metric}.{name}", value, unit
