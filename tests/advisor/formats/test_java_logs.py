"""Verbose GC as it really arrives: between other lines, cut out, written on by the next JVM."""

from __future__ import annotations

import textwrap

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read

CYCLE = """\
<exclusive-start id="{id}" timestamp="2021-04-07T10:{minute}:00.000" intervalms="{interval}">
  <response-info timems="0.05" idlems="0.02" threads="0" lastid="00AB" lastname="worker-3" />
</exclusive-start>
<cycle-start id="{id}1" type="scavenge" contextid="0" timestamp="2021-04-07T10:{minute}:00.000" />
<gc-end id="{id}2" type="scavenge" durationms="19.5" timestamp="2021-04-07T10:{minute}:00.020">
  <mem-info id="{id}3" free="805306368" total="1073741824" percent="75">
</gc-end>
<exclusive-end id="{id}4" timestamp="2021-04-07T10:{minute}:00.020" durationms="{pause}" />
"""


def cycle(minute: int, pause: float, interval: float = 60_000.0) -> str:
    return CYCLE.format(id=minute, minute=f"{minute:02}", pause=pause, interval=interval)


def test_an_excerpt_of_one_collection_counts_the_time_since_the_one_before() -> None:
    header = '<?xml version="1.0" ?>\n<verbosegc xmlns="http://www.ibm.com/j9/verbosegc">\n'
    found = read(header + cycle(3, 20.0, 1_980.0), "gc.log")
    assert found("jvm:gc", "duration_s") == pytest.approx(2.0)
    assert found("jvm:gc", "gc_time_pct") == pytest.approx(1.0)
    assert found("jvm:gc", "heap_used_mb") == 256


def test_threads_stopped_for_something_else_are_no_pause_of_a_collection() -> None:
    """An agent's stop of 1.5 s was the longest pause, and one of two collections' three."""
    other = (
        '<exclusive-start id="9" timestamp="2021-04-07T10:03:00.000" intervalms="3.0">\n'
        "</exclusive-start>\n"
        '<exclusive-end id="10" timestamp="2021-04-07T10:03:01.500" durationms="1500.123" />\n'
    )
    one = cycle(1, 20.0)
    found = read(one + other, "gc.log")
    assert found("jvm:gc", "gc_max_pause_ms") == 20
    assert found("jvm:gc", "gc_cycles") == 1


def test_a_log_that_the_next_jvm_writes_on_has_no_span_between_them() -> None:
    start = (
        '<verbosegc version="x">\n<initialized id="1" timestamp="2021-04-07T{}">\n</initialized>\n'
    )
    text = start.format("10:00:00.000") + cycle(1, 20.0) + start.format("10:29:00.000")
    found = read(text + cycle(30, 40.0), "gc.log")
    assert found("jvm:gc", "duration_s") == pytest.approx(60.02 + 60.02)
    assert found("jvm:gc", "gc_pause_ms") == 30


JOB = """\
1                    J E S 2  J O B  L O G  --  S Y S T E M  N V S 7  --  N O D E  N V N 1
0
 09.59.58 JOB00777  $HASP373 JAVANV7  STARTED - INIT 3    - CLASS D - SYS NVS7
"""


def test_collections_in_the_output_of_a_job() -> None:
    log = "10:00:59.900 [worker-3] INFO Slow (607 ms) Select ...\n"
    found = read(JOB + log + cycle(1, 12.0) + log + cycle(2, 36.0) + log)
    assert found.formats == ("java-verbosegc-logged",)
    assert found("jvm:JAVANV7", "gc_cycles") == 2
    assert found("jvm:JAVANV7", "gc_pause_ms") == 24
    assert found("jvm:JAVANV7", "gc_max_pause_ms") == 36
    assert found("jvm:JAVANV7", "relation.parent") == "lpar:NVS7"
    text = JOB + log + cycle(1, 12.0) + log + cycle(2, 36.0) + log
    lines = text.split("\n")
    unread = [lines[n - 1] for first, last in found.reading.unread for n in range(first, last + 1)]
    assert not any("gc-start" in line for line in unread)
    assert any("INFO Slow" in line for line in unread)
    assert unread.count(log.strip()) == 3


def test_heap_of_the_older_kits_is_what_is_left_after_the_collection() -> None:
    found = read(
        """\
<verbosegc version="200712_12">
<af type="tenured" id="9" timestamp="Mar 03 16:35:29 2008" intervalms="9750.000">
  <tenured freebytes="10737152" totalbytes="1073741824" percent="0" >
    <soa freebytes="0" totalbytes="1063004672" percent="0" />
  </tenured>
  <gc type="global" id="9" totalid="9" intervalms="9750.100">
    <timesms mark="220.1" sweep="26.9" compact="0.000" total="247.8" />
    <tenured freebytes="805306360" totalbytes="1073741824" percent="75" />
  </gc>
  <nursery freebytes="33554432" totalbytes="67108864" percent="50" />
  <tenured freebytes="805306368" totalbytes="1073741824" percent="75" >
    <soa freebytes="795306368" totalbytes="1063741824" percent="75" />
  </tenured>
  <time totalms="250.000" />
</af>
""",
        "gc5.log",
    )
    assert found("jvm:gc5", "heap_used_mb") == 256 + 32
    assert found("jvm:gc5", "duration_s") == 10.0
    assert found("jvm:gc5", "gc_time_pct") == 2.5


@pytest.mark.parametrize("width", [72, 76, 80])
@pytest.mark.parametrize("hard", [True, False])
def test_elements_that_a_mail_wrapped_give_what_they_gave(width: int, hard: bool) -> None:
    """Of 17 figures of the sample 3 were lost where a mail wrapped it at 76 columns."""
    text = (SAMPLES / "formats/java-verbosegc.xml").read_text()
    whole = {(item.subject, item.metric): item.value for item in read(text).reading.observations}
    lines: list[str] = []
    for line in text.splitlines():
        if hard:
            lines += [line[at : at + width] for at in range(0, max(1, len(line)), width)]
        else:
            lines += textwrap.wrap(line, width) or [""]
    found = read("\n".join(lines)).reading.observations
    assert {(item.subject, item.metric): item.value for item in found} == whole


# Shapes of lines: logs of IBM SDK 1.3.0 and 1.4.2 in the public GCViewer project; figures invented.
BEFORE_SDK_5 = """\
<AF[1]: Allocation Failure. need 528 bytes, 0 ms since last AF or CON>
<AF[1]: managing allocation failure, action=0 (9000/1048576)>
  <GC(1): GC cycle started Wed Oct  4 12:07:00 2006
  <GC(1): freed 400640 bytes, 75% free (786432/1048576), in 45 ms>
  <GC(1): mark: 39 ms, sweep: 6 ms, compact: 0 ms>
<AF[1]: completed in 55 ms>
<GC: Wed Oct  4 12:07:10 2006
<GC(2): freed 228826 bytes in 25 ms, 50% free (524288/1048576)>
"""


def test_logs_of_jvms_before_sdk_5() -> None:
    found = read(BEFORE_SDK_5)
    jvm = "jvm:report"
    assert found(jvm, "gc_cycles") == 2
    assert found(jvm, "gc_max_pause_ms") == 55  # the failed allocation waited for all of it
    assert found(jvm, "gc_pause_ms") == 40  # and nobody for the second
    assert found(jvm, "heap_used_mb") == 0.5
    assert found(jvm, "heap_size_max_mb") == 1
    assert found(jvm, "duration_s") == 10
    assert found.reading.numbers.unread == 0


def test_a_single_element_that_was_cut_out_of_a_log() -> None:
    found = read('<gc-op id="7" type="sweep" timems="7.808" contextid="3" timestamp="2021" />\n')
    assert found.formats == ("java-verbosegc-logged",)
    assert found.reading.numbers.unread == 0


def test_one_collection_says_nothing_of_the_share_of_all() -> None:
    """Of 3.3 ms between the first and the last line of an excerpt 82 % went to collections, and the
    JVM was said to stand still most of the time.
    """
    found = read(
        '<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="R26_head">\n'
        '<gc-start id="15" type="scavenge" contextid="14" timestamp="2015-03-17T09:41:11.164">\n'
        '  <mem-info id="16" free="217055232" total="242745344" percent="89">\n  </mem-info>\n'
        "</gc-start>\n"
        '<gc-end id="18" type="scavenge" contextid="14" durationms="3.100" '
        'timestamp="2015-03-17T09:41:11.168">\n'
        '  <mem-info id="19" free="227055232" total="242745344" percent="93">\n  </mem-info>\n'
        "</gc-end>\n"
        '<exclusive-end id="20" timestamp="2015-03-17T09:41:11.168" durationms="3.300" />\n'
        "</verbosegc>\n",
        "gc.log",
    )
    assert found("jvm:gc", "gc_pause_ms") == pytest.approx(3.3)
    assert found.values("jvm:gc", "gc_time_pct") == []
