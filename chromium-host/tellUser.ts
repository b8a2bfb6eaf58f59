import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that show a message on a Linux desktop, and their arguments for a title and a text. */
const messengers: readonly [name: string, args: (title: string, text: string) => string[]][] = [
  ['zenity', (title, text) => ['--error', '--no-markup', '--title', title, '--text', text]],
  ['kdialog', (title, text) => ['--title', title, '--error', text]],
  ['xmessage', (title, text) => ['-center', '-title', title, text]],
  ['notify-send', (title, text) => ['--urgency=critical', title, text]],
]

/**
 * Writes a text to the terminal, and shows it on the desktop where no terminal would: whoever starts
 * an app from a menu sees no terminal. Does not wait until the message is closed.
 */
export function tellUser(title: string, text: string): void {
  process.stderr.write(`${text}\n`)
  const { DISPLAY, WAYLAND_DISPLAY, PATH = '' } = process.env
  if (process.stderr.isTTY || process.platform !== 'linux') return
  if (!(DISPLAY ?? WAYLAND_DISPLAY)) return
  for (const [name, args] of messengers) {
    const program = PATH.split(delimiter)
      .map((folder) => join(folder, name))
      .find(isExecutable)
    if (program === undefined) continue
    // GTK refuses letters beyond ASCII where the system lacks the user's locale.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    spawn(program, args(title, text), { env, detached: true, stdio: 'ignore' })
      .once('error', () => undefined)
      .unref()
    return
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
