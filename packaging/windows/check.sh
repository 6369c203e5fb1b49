#!/usr/bin/env bash
# Runs the tests on the Windows build of Python under Wine: check.sh RECIPE CACHE [pytest arguments]
#
# RECIPE is a script with the tasks "setup", "python" and "pytest" (windows.sh RECIPE's own head says
# what it makes and needs); CACHE a folder of 4 GB that it fills once. What makes no sense there is
# left out below, each with its reason. Linux stays what CI runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -ge 2 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 2; }
recipe=$1 cache=$2
shift 2
left_out=(
    --deselect tests/test_architecture.py::test_top_level_holds_only_the_rooms  # no git below Wine
    --ignore tests/packaging/real_window.py  # X11
)
[ $# -gt 0 ] || set -- tests
exec "$recipe" "$cache" "$PWD" pytest "${left_out[@]}" -q "$@"
