import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a real keyring can run here, in a session bus of its own. */
export const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  (program) => spawnSync('which', [program]).status === 0,
)

/** `none` is a desktop without D-Bus; `locked` starts a keyring that can't ask for its password. */
export type Desktop = 'unlocked' | 'locked' | 'none'

/** Runs a module's text on a separate desktop with an empty home. Returns its output. */
export async function runOnDesktop(script: string, desktop: Desktop): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'parley-keyring-'))
  const unlock = 'echo -n test | gnome-keyring-daemon --unlock --components=secrets >/dev/null;'
  const command = `${desktop === 'unlocked' ? unlock : ''} exec "$0" --input-type=module --eval "$1"`
  const [program, ...before] =
    desktop === 'none' ? ['sh', '-c'] : ['dbus-run-session', '--', 'sh', '-c']
  const child = spawn(program, [...before, command, process.execPath, script], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_DATA_HOME: home,
      ...(desktop === 'none' && { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/no-bus` }),
    },
    // The daemons report there what they can't do here.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  for await (const piece of child.stdout) output += String(piece)
  return output.trim()
}
