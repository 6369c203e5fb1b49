"""Windows of OMEGAMON's ISPF online monitor: the published one, and what a paste does to it."""

from __future__ import annotations

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

POOL = "db2_bufferpool:DB2/BP3"


def test_a_window_of_a_buffer_pool_is_read_to_the_last_figure() -> None:
    found = read_sample("formats/db2-windows.txt")
    assert found.reading.numbers.unread == 0
    assert found(POOL, "setting.VPSIZE") == 40_000
    assert found(POOL, "buffers_in_use") == 2604
    assert found(POOL, "printed.GENERAL: BUFFER POOL HIT RATIO (%)") == 91.2
    assert found(POOL, "printed.GENERAL: SUCCESSFUL DATA SET OPENS") == 118
    label = "ALTER BUFFERPOOL EXPANSIONS AND CONTRACTIONS: FOR VIRTUAL BUFFER POOL"
    assert found(POOL, f"printed.GENERAL: {label}") == 2


def test_what_stands_further_left_again_is_not_the_headings() -> None:
    text = (SAMPLES / "formats/db2-windows.txt").read_text()
    behind = "   Sequential steal threshold  . . . . . . . . . . . . . . . :     80\n\n\n  F1="
    found = read(text.replace("\n\n  F1=", f"\n{behind}"))
    assert found(POOL, "printed.GENERAL: SEQUENTIAL STEAL THRESHOLD") == 80


def test_the_next_window_is_another_pools() -> None:
    text = (SAMPLES / "formats/db2-windows.txt").read_text()
    found = read(text + text.replace("BP3", "BP32K").replace("40000", "  999"))
    assert found(POOL, "setting.VPSIZE") == 40_000
    assert found("db2_bufferpool:DB2/BP32K", "setting.VPSIZE") == 999
    assert found("db2_bufferpool:DB2/BP32K", "setting.PAGE_SIZE_KB") == 32


def test_a_window_of_the_subsystem_is_not_a_pools() -> None:
    """The heading that makes a figure a pool's size elsewhere means something else there."""
    text = (SAMPLES / "formats/db2-windows.txt").read_text()
    found = read(text.replace("Buffer Pool BP3", "EDM Pool Activity"))
    label = "printed.EDM POOL ACTIVITY: GENERAL: BUFFERS ALLOCATED: FOR VIRTUAL BUFFER POOL"
    assert found("db2_subsystem:DB2", label) == 40_000
    assert found.values("db2_subsystem:DB2", "setting.VPSIZE") == []


def test_a_command_line_of_underscores_is_whole() -> None:
    """An editor's has Scroll behind it; a window's ends where its figures do."""
    text = (SAMPLES / "formats/db2-windows.txt").read_text()
    assert read(text).sentences == []
