"""The record tab: how each law fared against measurements, and what these were to its constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.window.i18n import spoken, spoken_label, tr
from app.window.i18n.numbers import plain
from app.window.metrics import metric_name
from app.window.session import Session
from app.window.widgets.basics import label, rows
from app.window.widgets.table import Column, Table
from model.figures import figure

if TYPE_CHECKING:
    from model.calibration.record.tables import Entry


def _product(entry: Entry) -> str:
    # The record's shelf for one nucleus is no product's name.
    return tr("single nucleus") if entry.product == "single" else spoken_label(entry.product)


def _law(entry: Entry) -> str:
    return metric_name(entry.law) if figure(entry.law) is not None else spoken(entry.law)


def _pct(value: float | None) -> str:
    return "" if value is None else f"{plain(value, 1)} %"


class RecordTab(QWidget):
    """What of the record speaks of this customer's products; the whole record without any."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        box = rows(self, margin=8, spacing=8)
        box.addWidget(
            label(
                tr(
                    "How each law fared against measurements, and what these were to its "
                    "constants. A 90 % band should hold 85 to 95 % of what was never used."
                ),
                "muted",
                wrap=True,
            )
        )
        self.table: Table[Entry] = Table(
            tr("Record"),
            [
                Column(tr("Law"), _law, stretch=True, below=lambda e: spoken(e.how)),
                Column(tr("Product"), _product),
                Column(
                    tr("Median error"),
                    lambda e: _pct(e.median_pct),
                    lambda e: e.median_pct or 0.0,
                    right=True,
                ),
                Column(
                    tr("In the band"),
                    lambda e: _pct(e.inside_pct),
                    lambda e: e.inside_pct or 0.0,
                    right=True,
                    token=lambda e: "bad" if (e.inside_pct or 100.0) < 80.0 else "",
                ),
                Column(
                    tr("Largest"),
                    lambda e: _pct(e.worst_pct),
                    lambda e: e.worst_pct or 0.0,
                    right=True,
                    spare=True,
                ),
                Column(
                    tr("Measurements"),
                    lambda e: str(e.rows),
                    lambda e: e.rows,
                    right=True,
                    spare=True,
                ),
                Column(
                    tr("Half width"),
                    lambda e: _pct(e.half_width_pct),
                    lambda e: e.half_width_pct or 0.0,
                    right=True,
                    spare=True,
                ),
            ],
        )
        box.addWidget(self.table, 1)
        session.document.engagementChanged.connect(self.refresh)
        self._shown = False

    def showEvent(self, event: QShowEvent) -> None:
        """Read the record when it is first looked at."""
        super().showEvent(event)
        self._shown = True
        self.refresh()

    def refresh(self) -> None:
        """The rows of this customer's products."""
        if not self._shown:
            return
        from model.calibration.record.stored import stored_record
        from model.calibration.record.tables import relevant

        engagement = self._session.document.engagement
        record = stored_record()
        if engagement is not None:
            record = relevant(record, engagement.installation.topology) or record
        self.table.show_rows(list(record))
