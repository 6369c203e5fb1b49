"""OMEGAMON's panel of a group buffer pool: the form as IBM publishes it, figures invented."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

PANEL = """\
________________ ZGBP     VTM     O2       V540.#P NVD1 03/17/15 14:08:43   2
> Help PF1               Back PF3               Up PF7           Down PF8
>                        GROUP BUFFER POOL DETAIL
 GBP   32K
+ Collection Interval:  REALTIME                         Start:  03/17 14:08:11
+ Report Interval:      30 sec                             End:  03/17 14:08:41
+
+ Read Hit %              =      71.5%
+
+                                    TOTAL  INTERVAL  /SECOND  /THREAD  /COMMIT
+                                 QUANTITY  QUANTITY  (   30)  (    2)  (    5)
+                                 --------  --------  -------  -------  -------
+ Reads - Cross-Invalidation:
+  Data Returned                      4417        60     2.00    30.00    12.00
+  Data not in GBP-R/W Interest       3301        15      .50     7.50     3.00
+ Reads - Page Not Found:
+  Data Returned                        92         0      .00      .00      .00
+ Writes - Synchronous:
+  Changed Pages                     38745        30     1.00    15.00     6.00
+ Write Failed - No Storage              7         0
"""
WIDTH = 79
TITLE = "printed.GROUP BUFFER POOL DETAIL GBP32K"
MEMBER = "db2_subsystem:NVD1"


def test_counts_are_of_the_member_under_the_pool_and_what_they_count() -> None:
    found = read(PANEL)
    reads, missed = f"{TITLE}: READS - CROSS-INVALIDATION", f"{TITLE}: READS - PAGE NOT FOUND"
    assert found(MEMBER, f"{TITLE}: READ HIT %") == 71.5
    assert found(MEMBER, f"{reads}: DATA RETURNED (TOTAL)") == 4417
    assert found(MEMBER, f"{reads}: DATA RETURNED (INTERVAL)") == 60
    assert found(MEMBER, f"{missed}: DATA RETURNED (TOTAL)") == 92
    assert found(MEMBER, f"{TITLE}: WRITE FAILED - NO STORAGE (TOTAL)") == 7
    assert found.reading.numbers.unread == 0


def test_a_screen_padded_with_blanks_is_not_called_wrapped() -> None:
    text = " " + PANEL.replace("+\n", "").replace(" 2\n", "2\n", 1)
    padded = read("".join(f"{line:{WIDTH}}\n" for line in text.splitlines()))
    plain = read(PANEL)
    assert "wrapped" not in padded.reading.record_format
    assert padded.sentences == plain.sentences
    assert [(o.metric, o.value) for o in padded.reading.observations] == [
        (o.metric, o.value) for o in plain.reading.observations
    ]


def test_a_figure_that_ends_elsewhere_is_no_column_s() -> None:
    moved = PANEL.replace("      4417        60", "        4417      60")
    found = read(moved)
    assert not [o for o in found.reading.observations if o.value in (4417, 60)]
    assert found.reading.numbers.unread == 5


def test_a_pool_that_is_not_told_has_no_figures() -> None:
    found = read(PANEL.replace(" GBP   32K\n", ""))
    assert not found.reading.observations
