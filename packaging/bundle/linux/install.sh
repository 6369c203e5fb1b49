#!/bin/sh
# Makes Plexwright known to this user's desktop; "install.sh --remove" takes it back. No root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin

if [ "${1:-}" = --remove ]; then
    rm -f "$data/applications/plexwright.desktop" "$data/mime/packages/plexwright-mime.xml" \
        "$data/icons/hicolor/scalable/apps/plexwright.svg" "$bin/plexwright"
    rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/plexwright/unpacked"
else
    mkdir -p "$data/applications" "$data/mime/packages" "$data/icons/hicolor/scalable/apps" "$bin"
    ln -sf "$here/plexwright" "$bin/plexwright"
    sed "s|^Exec=plexwright|Exec=\"$here/plexwright\"|" "$here/plexwright.desktop" \
        >"$data/applications/plexwright.desktop"
    cp "$here/plexwright-mime.xml" "$data/mime/packages/"
    sed 's/currentColor/#0b62c4/' "$here/plexwright.svg" \
        >"$data/icons/hicolor/scalable/apps/plexwright.svg"
fi
command -v update-mime-database >/dev/null && update-mime-database "$data/mime" || true
command -v update-desktop-database >/dev/null && update-desktop-database "$data/applications" || true
