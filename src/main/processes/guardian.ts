/** The variable by which a server's processes are found wherever they went. */
export const markVariable = 'PARLEY_SERVER'

/**
 * Defines `sweep SIGNAL MARK`: it signals every process that has this mark in its environment. To
 * kill, it looks until it has found none three times, with pauses: a process has no environment
 * while it is being made.
 */
const sweepFunction = `
marked() {
  if [ -d /proc/self ]; then
    grep -ls "${markVariable}=$1" /proc/[0-9]*/environ | sed 's|/proc/||; s|/environ||'
  else
    ps -axEww -o pid=,command= | awk -v m="${markVariable}=$1" 'index($0, m) && !/awk -v/ { print $1 }'
  fi
}
descendants() {
  ps -A -o pid=,ppid= | awk -v root="$1" '
    { parent[$1] = $2 }
    END { for (p in parent) { q = p; for (n = 0; n < 99 && q > 1; n++) { if (q == root) { print p; break } q = parent[q] } } }'
}
pause() {
  sleep 0.1
}
sweep() {
  empty=0
  for pass in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    found=$(marked "$2")
    if [ -n "$found" ]; then
      empty=0
      kill -"$1" $found 2>/dev/null
    else
      empty=$((empty + 1))
    fi
    [ "$1" = KILL ] && [ "$empty" -lt 3 ] || break
    [ "$empty" = 0 ] || pause
  done
}
`

/**
 * The whole environment of Parley's own scripts for sh. A server's variables are never part of it:
 * PATH, LD_PRELOAD, BASH_ENV and their like would run the server's code outside of its sandbox.
 */
export const scriptEnvironment = {
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin',
} as const

/** The guardian's descriptor for arguments that `ps` must not show. */
export const hiddenArgumentsDescriptor = 4

const prefix = 'PARLEY_VARIABLE_'

/**
 * Returns the environment that hands a server's variables to the guardian, under names that mean
 * nothing to sh and to the system's loader.
 */
export function guardianEnvironment(
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(variables).map(
    ([name, value], index) => [`${prefix}${String(index)}`, `${name}=${value}`] as const,
  )
  return { ...scriptEnvironment, ...Object.fromEntries(entries) }
}

/** Returns the lines that give the process, just before it becomes the server, its variables. */
function takeVariables(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`)
  // One command: its words are expanded before the first of the variables can change any of them.
  const words = names.map((name) => `"$${name}"`)
  return `unset PATH
  export ${[...words, `"${markVariable}=$mark"`].join(' ')}
  ${names.length > 0 ? `unset ${names.join(' ')}` : ''}`
}

/**
 * Returns a script for sh that runs a server: MARK PROGRAM ARGUMENTS, with `guardianEnvironment` of
 * `count` variables. Its descriptor 3 is a socket to main: when main closes it, or dies in any way,
 * the script kills everything that the server started. When the server ends by itself, it writes
 * the exit status there first. Everything is done here and not in main, because main may be killed
 * at any moment. The server keeps descriptor 4, its hidden arguments.
 */
export function guardianScript(count: number): string {
  return `${sweepFunction}
mark=$1
shift
exec 5<&0
{
  ${takeVariables(count)}
  exec "$@"
} <&5 3<&- 5<&- &
server=$!
exec 0</dev/null 1>/dev/null 2>/dev/null 4<&- 5<&-
(
  trap '' TERM INT HUP
  read -r line <&3
  # A process that is stopped makes no others, and keeps its children known as such.
  kill -STOP "$server"
  found=$(descendants "$server")
  kill -KILL "$server" $found
  sweep KILL "$mark"
  kill -KILL 0
) &
watcher=$!
trap : TERM INT HUP
# Writing to a main that is gone must not end this.
trap '' PIPE
wait "$server"
status=$?
# A signal ends the waiting, and not the server.
while kill -0 "$server"; do
  wait "$server"
  status=$?
done
kill -KILL "$watcher"
sweep KILL "$mark"
echo "$status" >&3
kill -KILL 0
`
}

/** A script for sh: SIGNAL MARKS. Signals every process that has one of the marks. */
export const sweepScript = `${sweepFunction}
signal=$1
shift
for mark in "$@"; do sweep "$signal" "$mark"; done
`
