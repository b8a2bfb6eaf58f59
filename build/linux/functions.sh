lib=/usr/lib/parley

# True while a process runs the version in this folder.
in_use() {
  for program in /proc/[0-9]*/exe; do
    [ "$(readlink "$program" 2>/dev/null)" = "$1/node" ] && return 0
  done
  return 1
}

# Links the files of the package to a folder of their version, and lets the command lead there. A
# running Parley keeps the files that it has not loaded yet, and a kill leaves a whole version.
use_packaged() {
  version=$(cat "$lib/packaged/version")
  if [ ! -d "$lib/$version" ] || ! in_use "$lib/$version"; then
    rm -rf "$lib/.incoming"
    cp -al "$lib/packaged" "$lib/.incoming" 2>/dev/null || {
      rm -rf "$lib/.incoming"
      cp -a "$lib/packaged" "$lib/.incoming"
    }
    rm -rf "${lib:?}/$version"
    mv -T "$lib/.incoming" "$lib/$version"
  fi
  ln -sfn "$version" "$lib/.link"
  mv -Tf "$lib/.link" "$lib/current"
  for folder in "$lib"/[0-9]*; do
    [ "$folder" = "$lib/$version" ] || in_use "$folder" || rm -rf "$folder"
  done
}

# Removes what use_packaged made.
leave_packaged() {
  rm -rf "$lib/current" "$lib/.link" "$lib/.incoming" "$lib"/[0-9]*
}

tell_what_stays() {
  echo "Parley leaves the chats, settings and files of each user in ~/.config/Parley, caches in"
  echo "~/.cache/Parley and ~/.cache/parley. Keys of services stay in the user's keychain."
}
