lib=/usr/lib/parley

# True while a process runs the version in this folder.
in_use() {
  readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$1/node"
}

# Links the files of the package to a folder of their version, and lets the command lead there. A
# running Parley keeps the files that it has not loaded yet. At each step of this the command leads
# to a whole version: a folder appears in one step, and none that it leads to is touched. The same
# version installed again goes to a second folder.
use_packaged() {
  version=$(cat "$lib/packaged/version")
  folder=${version:?"$lib/packaged/version is empty"}
  [ "$(readlink "$lib/current")" != "$folder" ] || folder=$version.again
  if ! in_use "$lib/$folder"; then
    rm -rf "$lib/.incoming"
    cp -al "$lib/packaged" "$lib/.incoming" 2>/dev/null || {
      rm -rf "$lib/.incoming"
      cp -a "$lib/packaged" "$lib/.incoming"
    }
    rm -rf "${lib:?}/$folder"
    mv -T "$lib/.incoming" "$lib/$folder"
  fi
  ln -sfn "$folder" "$lib/.link"
  mv -Tf "$lib/.link" "$lib/current"
  for other in "$lib"/[0-9]*; do
    [ "$other" = "$lib/$folder" ] || in_use "$other" || rm -rf "$other"
  done
}

# Removes what use_packaged made.
leave_packaged() {
  rm -rf "$lib/current" "$lib/.link" "$lib/.incoming" "$lib"/[0-9]*
}

tell_what_stays() {
  echo "Parley leaves the chats, settings and files of each user in ~/.config/Parley, caches in"
  echo "~/.cache/Parley and ~/.cache/parley. Keys of services stay in the user's keychain. Who let"
  echo "Parley start at login has ~/.config/autostart/parley.desktop still; desktops pass over it."
}
