#!/bin/sh
# Holds a root folder that looks like this machine's, in which every change goes to memory, until
# this process ends. Not by chroot, in which Chromium could not make its sandbox.
# usage: holdRoot.sh FOLDER [LOWER]
set -e
exec unshare --mount --pid --fork --kill-child -- sh -c '
  set -e
  mount --make-rprivate /
  mount -t tmpfs -o mode=755 tmpfs "$1"
  cd "$1"
  mkdir changes work root
  mount -t overlay -o "lowerdir=${2:-/},upperdir=$1/changes,workdir=$1/work" overlay root
  cd root
  mount -t proc proc proc
  mount --rbind /dev dev
  mount --rbind /sys sys
  mount --rbind /tmp tmp
  mount -t tmpfs -o mode=755 tmpfs run
  mkdir -p mnt/outer
  pivot_root . mnt/outer
  cd /
  umount -l /mnt/outer
  echo held
  exec sleep infinity
' holdRoot "$@"
