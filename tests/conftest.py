"""Shared by all tests: no window on the screen, and property tests that repeat themselves."""

from __future__ import annotations

import os
import sys

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if sys.platform == "linux":
    # Qt warns of locales that are not UTF-8 or not installed, and warnings are failures here.
    os.environ["LC_ALL"] = "C.UTF-8"

# Derandomised everywhere: the same tree gives the same verdict. PLEXWRIGHT_SEARCH=1 looks further.
hypothesis.settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "search", parent=hypothesis.settings.get_profile("ci"), derandomize=False, max_examples=2000
)
hypothesis.settings.load_profile("search" if os.environ.get("PLEXWRIGHT_SEARCH") else "ci")


@pytest.fixture(autouse=True)
def _no_personal_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory) -> None:
    """Keep tests away from the user's own configuration, cache and recovery folders."""
    home = tmp_path_factory.mktemp("home", numbered=True)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
