#!/usr/bin/env bash
# The Windows bundle, built under Wine: bundle.sh RECIPE CACHE OUT (see check.sh for the first two)
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -eq 3 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 2; }
recipe=$1 cache=$(realpath "$2") out=$3
"$recipe" "$cache" "$PWD" setup

# The packer is pinned like everything else; wheels for Windows come to where its pip looks. This
# machine's pip would judge the lock's markers by itself, so what is for Windows is told here.
sed "s/ ; sys_platform == 'win32'//; / ; sys_platform/,/[^\\\\]\$/d" \
    packaging/bundle/requirements.lock >"$cache/bundle.lock"
python3 -m pip download -q --platform win_amd64 --python-version 3.12 --implementation cp --abi cp312 \
    --abi none --only-binary=:all: --no-deps --require-hashes -d "$cache/wheels" \
    -r "$cache/bundle.lock"
"$recipe" "$cache" "$PWD" python -m pip install -q --no-deps --no-compile --upgrade \
    --target 'Z:\cache\packer' --require-hashes -r 'Z:\cache\bundle.lock'

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
"$recipe" "$cache" "$PWD" python -c "
import os, runpy, sys
# Python below Wine gets no variables of ours, and the packer lies in a folder of its own.
os.environ['SOURCE_DATE_EPOCH'] = '$SOURCE_DATE_EPOCH'
os.environ['PYTHONPATH'] += r';Z:\\cache\\packer'
sys.path.append(r'Z:\\cache\\packer')
sys.argv = ['build.py', '--out', r'C:\\out\\bundle']
runpy.run_path(r'C:\\plexwright\\packaging\\bundle\\build.py', run_name='__main__')
"
mkdir -p "$out"
rm -rf "$out/Plexwright"
cp -r "$cache/out/bundle/Plexwright" "$out/"
cp "$cache"/out/bundle/*.zip "$out/"

# Tried where it was built. Windows has these two libraries itself, Wine not: the copy only.
cp "$cache"/python/{ucrtbase,icuuc}.dll "$cache/out/bundle/Plexwright/"
"$recipe" "$cache" "$PWD" python packaging/bundle/smoke.py 'C:\out\bundle\Plexwright' \
    --against 'C:\py\python.exe'

SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH python3 packaging/bundle/build.py --out "$out" \
    --installer-of "$out/Plexwright"
