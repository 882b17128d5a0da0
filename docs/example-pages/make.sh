#!/usr/bin/env bash
# Makes the example pages (and, where there is Chromium, the picture of one in the README) again:
#   docs/example-pages/make.sh            writes into docs/
#   docs/example-pages/make.sh FOLDER     writes elsewhere; GAMES=500 plays fewer games
set -euo pipefail
docs=$(cd "$(dirname "$0")/.." && pwd)
target=${1:-$docs}
analyser=${ANALYSER:-analyser}
games=${GAMES:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

$analyser simulate express --policy family-first --games "$games" --seed 7 --out "$work/run" >/dev/null
$analyser compare express -p family-first -p greedy -p balanced --games "$games" --seed 7 --out "$work/duel" >/dev/null
$analyser report "$work/run" -o "$target/example-pages/run" --format html --what-if --force
$analyser report "$work/duel" -o "$target/example-pages/comparison" --format html --force

if command -v chromium >/dev/null; then
  mkdir -p "$target/pictures"
  chromium --headless --no-sandbox --user-data-dir="$work/profile" --hide-scrollbars --force-device-scale-factor=0.8 \
    --window-size=1250,1130 --screenshot="$target/pictures/page.png" "file://$target/example-pages/run/report.html" 2>/dev/null
fi
