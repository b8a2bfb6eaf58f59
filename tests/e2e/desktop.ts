import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const patienceMilliseconds = 10_000

/** Runs a program to its end. Resolves to its output as bytes. */
export function run(
  command: string,
  given: readonly string[],
  input?: Uint8Array,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, given, { stdio: ['pipe', 'pipe', 'inherit'], timeout: 20_000 })
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(pieces))
        : reject(new Error(`${command} ended with ${String(code)}`)),
    )
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

export async function xdotool(...given: string[]): Promise<string> {
  // A search fails if a window disappears while it looks at it.
  const attempts = given[0] === 'search' ? 5 : 1
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await run('xdotool', given)).toString().trim()
    } catch (error) {
      if (attempt === attempts) throw error
      await delay(200)
    }
  }
}

export function focusedWindow(): Promise<string> {
  return xdotool('getwindowfocus')
}

/** Puts content into the clipboard by another program, which goes on serving it. */
export function copyElsewhere(type: string, content: Uint8Array): ChildProcess {
  const child = spawn('xclip', ['-quiet', '-selection', 'clipboard', '-target', type], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.end(content)
  return child
}

export function clipboardContent(type: string): Promise<Buffer> {
  return run('timeout', ['5', 'xclip', '-selection', 'clipboard', '-target', type, '-o'])
}

/** Another program's window with the keyboard focus. */
export interface OtherApp {
  window: string
  /** Returns what was written in it. Zenity ends its input for that. */
  written: () => Promise<string>
  close: () => Promise<void>
}

/** Waits for a program's window and gives it the keyboard. Resolves to the window's id. */
export async function takeKeyboard(child: ChildProcess): Promise<string> {
  const deadline = Date.now() + patienceMilliseconds
  for (;;) {
    const search = ['search', '--onlyvisible', '--pid', String(child.pid)]
    const found = await xdotool(...search).catch(() => '')
    const window = found.split('\n').at(-1)
    if (window) {
      await xdotool('windowfocus', '--sync', window)
      return focusedWindow()
    }
    if (Date.now() > deadline) throw new Error('The window did not come')
    await delay(100)
  }
}

function ender(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

/** Opens a GTK program with one field, whose length it tells if it is on the accessibility bus. */
export async function openZenity({ accessible = false } = {}): Promise<OtherApp> {
  const child = spawn('zenity', ['--entry', '--text', 'Here'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GDK_BACKEND: 'x11', NO_AT_BRIDGE: accessible ? '0' : '1' },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const window = await takeKeyboard(child)
  return {
    window,
    async written() {
      // GTK waits for what it pastes while it handles further keys: the window would close first.
      await delay(500)
      await xdotool('key', 'Return')
      await ended
      return output.trim()
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function openXterm(): Promise<OtherApp> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-xterm-'))
  const file = join(folder, 'written')
  // The terminal passes on what is written at once, not line by line.
  const keep = `stty -icanon && cat > '${file}'`
  const child = spawn('xterm', ['-e', 'sh', '-c', keep], { stdio: 'ignore' })
  const end = ender(child)
  const window = await takeKeyboard(child)
  return {
    window,
    written: async () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : ''),
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A shell in a terminal, which records each line that it would run. */
export interface OpenShell {
  /** Returns the lines given to it to run, whichever program pressed Enter. */
  ran: () => Promise<string[]>
  /** Presses Enter as the user would. Returns the lines, including the one that was there. */
  enter: () => Promise<string[]>
  forget: () => Promise<void>
  close: () => Promise<void>
}

export async function openShell(): Promise<OpenShell> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-shell-'))
  const file = join(folder, 'ran')
  writeFileSync(file, '')
  const loop = `while IFS= read -r line; do printf '%s\\n' "$line" >> '${file}'; done`
  const locale = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
  const env = { ...process.env, ...locale }
  const child = spawn('xterm', ['-u8', '-e', 'sh', '-c', loop], { stdio: 'ignore', env })
  const end = ender(child)
  await takeKeyboard(child)
  const settleMilliseconds = 400
  const lines = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return {
    ran: async () => {
      await delay(settleMilliseconds)
      return lines()
    },
    enter: async () => {
      await xdotool('key', 'Return')
      const deadline = Date.now() + patienceMilliseconds
      while (lines().length === 0 && Date.now() < deadline) await delay(20)
      return lines()
    },
    forget: async () => writeFileSync(file, ''),
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes a spoken sentence to a file. */
export async function speak(text: string, file: string): Promise<void> {
  await run('espeak-ng', ['-v', 'en-us', '-s', '150', '-w', file, text])
}
