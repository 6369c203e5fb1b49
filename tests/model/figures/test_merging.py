"""Merging of intervals against each nature's definition, on hand-made intervals."""

from __future__ import annotations

import pytest

from model.figures import Merged, Part, merged
from model.figures.merging import TOUCHING

DAY = "2026-11-02T"


def part(value: float, hour: int, minutes: float = 60, **more) -> Part:
    return Part(value, f"{DAY}{hour:02}:00:00", None, minutes * 60.0, **more)


ONE, OTHER = part(10.0, 9, 60), part(40.0, 11, 15)


@pytest.mark.parametrize("nature", ["rate", "gauge"])
def test_levels_and_rates_are_weighted_by_their_interval(nature) -> None:
    assert merged(nature, [ONE, OTHER]) == Merged(16.0, 0, 4500.0, 2)
    # What rests mostly on an interval does so wherever it stands in the list.
    assert merged(nature, [OTHER, ONE]) == Merged(16.0, 1, 4500.0, 2)


def test_intervals_without_a_length_count_alike_and_cover_nobody_knows_what() -> None:
    assert merged("rate", [Part(10.0), Part(30.0)]) == Merged(20.0, 0, None, 2)
    assert merged("rate", [Part(10.0, length_s=99.0), Part(30.0)]) == Merged(10.2, 0, None, 2)


def test_a_ratio_is_weighted_by_its_denominator_where_all_have_one() -> None:
    heavy, light = part(2.0, 9, 60, weight=900.0), part(12.0, 10, 60, weight=100.0)
    assert merged("ratio", [heavy, light]) == Merged(3.0, 0, 7200.0, 2)
    assert merged("rate", [heavy, light]).value == 7.0
    for lacking in (part(12.0, 10, 60), part(12.0, 10, 60, weight=0.0)):
        assert merged("ratio", [part(2.0, 9, 60, weight=0.0), lacking]).value == 7.0
    # One that counted nothing weighs nothing, if another counted something.
    assert merged("ratio", [heavy, part(12.0, 10, 60, weight=0.0)]).value == 2.0


def test_peaks_and_minima_are_the_intervals_own() -> None:
    assert merged("peak", [ONE, OTHER]) == Merged(40.0, 1, 900.0)
    assert merged("minimum", [OTHER, ONE]) == Merged(10.0, 1, 3600.0)
    assert merged("peak", [ONE, ONE]).chief == 0


def test_the_latest_is_the_one_that_ended_last() -> None:
    # The long one began first and ended last.
    assert merged("latest", [part(1.0, 9, 240), part(2.0, 10, 60)]) == Merged(1.0, 0, 14400.0)
    ended = Part(3.0, None, f"{DAY}23:00:00")
    assert merged("latest", [ended, ONE]).value == 3.0
    began = Part(4.0, f"{DAY}22:00:00")
    assert merged("latest", [ONE, began]).value == 4.0
    assert merged("latest", [ended, began]).value == 3.0
    # Nothing says when: the last of the list.
    assert merged("latest", [Part(5.0), Part(6.0)]).value == 6.0
    # A time without a day is compared as it is printed.
    assert merged("latest", [Part(7.0, "23:59", length_s=60.0), Part(8.0, "10:00")]).value == 7.0


def test_counts_of_intervals_that_follow_one_another_are_added() -> None:
    assert merged("count", [ONE, OTHER]) == Merged(50.0, 0, 4500.0, 2)
    assert merged("count", [OTHER, ONE]) == Merged(50.0, 1, 4500.0, 2)
    # Ends tell as much as starts.
    ends = Part(7.0, None, f"{DAY}13:00:00", 1800.0)
    assert merged("count", [ONE, ends]) == Merged(17.0, 0, 5400.0, 2)


def test_a_single_interval_is_its_own_sum() -> None:
    assert merged("count", [ONE]) == Merged(10.0, 0, 3600.0, 1)


def test_of_counts_that_overlap_the_longer_one_counts() -> None:
    whole, inside = part(100.0, 9, 240), part(30.0, 10, 60)
    assert merged("count", [inside, whole]) == Merged(100.0, 1, 14400.0, 1)
    assert merged("count", [inside, whole, part(5.0, 13, 60)]) == Merged(105.0, 1, 18000.0, 2)


def test_reports_round_their_lengths() -> None:
    """An hour that runs over by less than a twentieth of the shorter interval was followed."""
    quarter = part(5.0, 10, 15)
    fits, overlaps = (part(10.0, 9, 60 + 15 * TOUCHING * by) for by in (0.99, 1.2))
    assert merged("count", [fits, quarter]).value == 15.0
    assert merged("count", [overlaps, quarter]).value == 10.0


def test_counts_that_do_not_say_when_are_never_added() -> None:
    loose = Part(1000.0, length_s=7200.0)
    assert merged("count", [ONE, loose]) == Merged(1000.0, 1, 7200.0)
    short = Part(1000.0, length_s=900.0)
    assert merged("count", [ONE, short]) == Merged(10.0, 0, 3600.0, 1)
    # As long as the others together: what is placed counts.
    assert merged("count", [ONE, Part(1000.0, length_s=3600.0)]).value == 10.0
    assert merged("count", [Part(1.0), Part(2.0, length_s=1.0), Part(3.0)]).value == 2.0
    # Times of day without a day place nothing; the later of equals counts.
    early, late = Part(1.0, "08:00", length_s=60.0), Part(2.0, "09:00", length_s=60.0)
    assert merged("count", [early, late]).value == 2.0
    assert merged("count", [late, early]).value == 2.0


def test_what_intervals_share_is_covered_once() -> None:
    inside = part(30.0, 10, 60)
    assert merged("rate", [part(10.0, 9, 240), inside]).length_s == 14400.0
    assert merged("rate", [part(10.0, 9, 90), inside]).length_s == 7200.0
    # What does not say when it was is added: nobody knows better.
    assert merged("rate", [ONE, Part(1.0, length_s=60.0)]).length_s == 3660.0
    assert merged("rate", [ONE, Part(1.0, "not a dayT", length_s=60.0)]).length_s == 3660.0


def test_zones_are_left_out_of_times() -> None:
    zoned = Part(30.0, f"{DAY}10:00:00+02:00", None, 3600.0)
    assert merged("count", [ONE, zoned]).value == 40.0


def test_a_stated_end_goes_before_a_computed_one() -> None:
    stated = Part(3.0, f"{DAY}09:00:00", f"{DAY}23:00:00", 3600.0)
    assert merged("latest", [stated, ONE]).value == 3.0
    assert merged("latest", [Part(5.0), ONE]).value == ONE.value


def test_small_denominators_weigh_as_large_ones_do() -> None:
    small = [part(2.0, 9, weight=0.375), part(6.0, 10, weight=0.125)]
    assert merged("ratio", small).value == 3.0


def test_an_end_places_an_interval_before_it() -> None:
    inside = Part(7.0, None, f"{DAY}10:00:00", 1800.0)
    assert merged("count", [ONE, inside]).value == 10.0


def test_exactly_as_much_as_reports_round_is_no_overlap() -> None:
    assert merged("count", [part(10.0, 9, 60.75), part(5.0, 10, 15)]).value == 15.0


def test_of_loose_counts_length_then_time_decides() -> None:
    assert merged("count", [Part(3.0), Part(2.0, length_s=0.5)]).value == 2.0
    assert merged("count", [Part(1.0, None, length_s=60.0), Part(2.0, "08:00", None, 60.0)]) == (
        Merged(2.0, 1, 60.0)
    )
    assert merged("count", [Part(1.0, f"{DAY}09:00:00", None, 0.5), Part(1000.0)]).value == 1.0
