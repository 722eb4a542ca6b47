#!/bin/sh
# For the archive (.zip), which installs nothing: adds the Loopscope in this folder to the menu of this user and
# registers it for .loopscope and .cpuprofile files. Needs no root. `register.sh --remove` undoes this.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
desktop=$data/applications/loopscope-desktop.desktop
mime=$data/mime/packages/loopscope-desktop.xml
icon=$data/icons/hicolor/512x512/apps/loopscope-desktop.png

refresh() {
  if command -v update-mime-database >/dev/null 2>&1; then update-mime-database "$data/mime"; fi
  if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database "$data/applications"; fi
}

if [ "${1:-}" = --remove ]; then
  rm -f "$desktop" "$mime" "$icon"
  refresh
  echo 'Loopscope was taken out of the menu. Its folder and your sessions are still there.'
  exit 0
fi

mkdir -p "$data/applications" "$data/mime/packages" "$(dirname "$icon")"
cp "$here/resources/app.asar.unpacked/resources/icons/512x512.png" "$icon"
# Quoted as the desktop entry specification requires.
quoted=$(printf '%s' "$here/loopscope-desktop" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
cat > "$desktop" <<END
[Desktop Entry]
Type=Application
Name=Loopscope
Comment=Profiler for Node.js servers
Exec="$quoted" %F
Icon=loopscope-desktop
Terminal=false
StartupNotify=true
StartupWMClass=Loopscope
Categories=Development;
Keywords=profiler;node;flame graph;load;latency;
MimeType=application/x-loopscope;application/x-v8-cpuprofile;
END
cat > "$mime" <<'END'
<?xml version="1.0" encoding="utf-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
<mime-type type="application/x-loopscope"><comment>Loopscope session</comment><glob pattern="*.loopscope"/></mime-type>
<mime-type type="application/x-v8-cpuprofile"><comment>V8 CPU profile</comment><glob pattern="*.cpuprofile"/></mime-type>
</mime-info>
END
refresh
echo "Loopscope is in the menu now, from $here."
