#!/bin/sh
# Installs the packages that the program needs besides Node, in a Debian image; fails if a tool lacks a library.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends bubblewrap ca-certificates ffmpeg fonts-dejavu-core libheif-examples tini
# The decoder of HEIC, if it is a separate package.
apt-get install -y -qq --no-install-recommends libheif-plugin-libde265 || true
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log /var/log/alternatives.log
# Only compilers of packages read these.
rm -f /var/lib/dpkg/info/*.symbols
# Desktops read these; they are made again with the next package that brings some.
find /usr/share/mime -mindepth 1 ! -path '*/packages*' -delete

# The program that decodes HEIC, by the name of this Debian.
heif=$(command -v heif-dec || command -v heif-convert)
for tool in ffmpeg ffprobe bwrap tini "$heif"; do
  if ldd "$(command -v "$tool")" | grep 'not found'; then
    echo "$tool lacks a library: see /etc/dpkg/dpkg.cfg.d/gifwright" >&2
    exit 1
  fi
done
