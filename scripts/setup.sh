#!/usr/bin/env bash
# Prepares this folder: the packages of the lockfile, ffmpeg, a font and, if available, bubblewrap.
# With --image also the tools that build the image for its test (buildah, mmdebstrap).
# With --test also the tools of the tests: bubblewrap, Chromium, curl, yt-dlp, gifsicle, Python, a font with Chinese, Japanese and Korean and, on Debian and Ubuntu, PostgreSQL, nginx, Prometheus and Ceph's S3 gateway. Quick when nothing is to be done.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

# The lockfile that node_modules was made from is kept next to it: a changed lockfile means a new install.
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  command -v npm >/dev/null || { say 'Gifwright needs Node 20 or later with npm.'; exit 1; }
  say 'Installing packages (npm ci) ...'
  npm ci --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json node_modules/.installed-lock.json
fi

has() { command -v "$1" >/dev/null 2>&1; }
has_cjk_font() { find /usr/share/fonts -regextype posix-extended -regex '.*/(NotoSansCJK|wqy-)[^/]*' -print -quit 2>/dev/null | grep -q .; }
has_font() { find /usr/share/fonts /usr/local/share/fonts /System/Library/Fonts ~/.fonts ~/.local/share/fonts -name '*.[ot]t[fc]' -print -quit 2>/dev/null | grep -q .; }

# Without it only limits isolate the decoders; the service says so when it starts.
tried=node_modules/.bubblewrap-tried
if [ "$(uname)" = Linux ] && ! has bwrap && [ ! -e "$tried" ] && [ "$(id -u)" = 0 ] && has apt-get; then
  touch "$tried"
  say 'Installing bubblewrap, the sandbox of the decoders (apt-get) ...'
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends bubblewrap; } >&2 ||
    say 'bubblewrap could not be installed; Gifwright works without it.'
fi

# Without it HEIC pictures are refused with a clear error. Newer Debians have its decoder in a separate package.
tried=node_modules/.libheif-tried
if [ "$(uname)" = Linux ] && ! has heif-dec && ! has heif-convert && [ ! -e "$tried" ] && [ "$(id -u)" = 0 ] && has apt-get; then
  touch "$tried"
  say 'Installing libheif, which reads HEIC pictures (apt-get) ...'
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libheif-examples; } >&2 ||
    say 'libheif could not be installed; Gifwright works without it.'
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libheif-plugin-libde265 >&2 2>/dev/null || true
fi

needed=()
servers=()
has ffmpeg && has ffprobe || needed+=(ffmpeg)
has_font || needed+=(fonts-dejavu-core)
if [ "${1:-}" = --image ]; then
  has bwrap || needed+=(bubblewrap)
  # Without them the test of the image is skipped.
  if [ "$(id -u)" = 0 ] && has apt-get; then
    has buildah || needed+=(buildah)
    has mmdebstrap || needed+=(mmdebstrap)
    # The keys of Debian, for Ubuntu.
    [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || needed+=(debian-archive-keyring)
  fi
fi
if [ "${1:-}" = --test ]; then
  has chromium || needed+=(chromium)
  has bwrap || needed+=(bubblewrap)
  has curl || needed+=(curl)
  has yt-dlp || needed+=(yt-dlp)
  has gifsicle || needed+=(gifsicle)
  # The names are those that src/layers/node/system-font.ts looks for.
  has_cjk_font || needed+=(fonts-wqy-zenhei)
  servers=()
  [ -x /usr/bin/python3 ] || needed+=(python3)
  has nginx || servers+=(nginx-light)
  # Not every release of Debian and Ubuntu has it.
  has caddy || [ -z "$(apt-cache show caddy 2>/dev/null)" ] || servers+=(caddy)
  # Its promtool checks the alerts.
  has promtool || servers+=(prometheus)
  # An S3 server: the gateway of Ceph, with a monitor and a store.
  has radosgw && has ceph-mon && has ceph-osd && has ceph || servers+=(radosgw ceph-mon ceph-osd ceph-common)
  if [ "$(id -u)" = 0 ] && has apt-get && [ ${#servers[@]} -gt 0 ]; then
    needed+=("${servers[@]}")
    # Keeps the packages from starting services, such as one on the port of web servers.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
      trap 'rm -f "$policy"' EXIT
      printf '#!/bin/sh\nexit 101\n' >"$policy"
      chmod +x "$policy"
    fi
  fi
  # Tests start their own servers: the package must create and start none. Without apt-get these tests are skipped.
  if [ "$(id -u)" = 0 ] && has apt-get && ! compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; then
    mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    needed+=(postgresql)
  fi
fi

if [ ${#needed[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && has apt-get; then
    say "Installing ${needed[*]} (apt-get) ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${needed[@]}"; } >&2
    # Keeps them from starting with the machine, too.
    for package in ${servers[@]+"${servers[@]}"}; do systemctl disable "${package%-light}" >/dev/null 2>&1 || true; done
  else
    say "Gifwright needs ${needed[*]}: install with your system's package manager, e.g. sudo apt-get install ${needed[*]}"
    exit 1
  fi
fi
