import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { asksElectron, contractProgram, type Mode } from './contractRuntime.ts'
import { startDisplay, type Display } from './display.ts'

const fixture = join(import.meta.dirname, 'fixtures/app')
/** Folders, displays and apps for a test file; `close` ends and removes them all. */
export interface Bench {
  environment(): Record<string, string>
  dataFolder(): Promise<string>
  /** Ends the app with the test file if a failed test has left it running. */
  adopt(app: ChildProcess): void
  close(): Promise<void>
}

export async function createBench(mode: Mode): Promise<Bench> {
  // Electron has no headless mode.
  const display: Display | undefined =
    mode === 'headed' || asksElectron ? await startDisplay() : undefined
  const folders: string[] = []
  const apps: ChildProcess[] = []
  return {
    adopt: (app) => void apps.push(app),
    environment: () => {
      const {
        DISPLAY: _display,
        WAYLAND_DISPLAY: _wayland,
        PARLEY_HEADLESS: _headless,
        ...rest
      } = process.env
      return { ...(rest as Record<string, string>), ...(display ? { DISPLAY: display.name } : {}) }
    },
    dataFolder: async () => {
      folders.push(await mkdtemp(join(tmpdir(), 'chromium-host-')))
      return folders.at(-1)!
    },
    close: async () => {
      for (const app of apps.splice(0)) app.kill('SIGKILL')
      await display?.close()
      await Promise.all(
        folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
      )
    },
  }
}

export interface DrivenApp {
  app: ElectronApplication
  page: Page
}

/** Starts the fixture app under Playwright, as an end-to-end test does, up to its first page. */
export async function driveFixture(bench: Bench, args: readonly string[] = []): Promise<DrivenApp> {
  const app = await _electron.launch({
    args: [fixture, `--user-data-dir=${await bench.dataFolder()}`, ...args],
    env: bench.environment(),
  })
  const page = await app.firstWindow()
  await page.getByRole('heading', { name: 'fixture' }).waitFor()
  return { app, page }
}

/** Drives one fixture app through all tests of a file or a group. */
export function driveThroughout(
  mode: Mode,
  args: readonly string[] = [],
): Readonly<DrivenApp & { bench: Bench }> {
  let bench: Bench
  let driven: DrivenApp | undefined
  const started = (): DrivenApp => {
    if (!driven) throw new Error('The app runs only in tests')
    return driven
  }
  beforeAll(async () => {
    bench = await createBench(mode)
    driven = await driveFixture(bench, args)
  })
  afterAll(async () => {
    await driven?.app.close()
    await bench?.close()
  })
  return {
    get app() {
      return started().app
    },
    get page() {
      return started().page
    },
    get bench() {
      return bench
    },
  }
}

export interface RunningApp {
  child: ChildProcess
  /** Resolves with the details of the app's next event of this name, or one already seen. */
  event(name: string): Promise<unknown[]>
  events: string[]
  exited: Promise<number | null>
}

/** Starts an app as a user does, reading the events that it prints. */
export function runApp(
  bench: Bench,
  folder: string,
  app = fixture,
  args: readonly string[] = [],
  program = contractProgram(),
): RunningApp {
  const child = spawn(program, [app, `--user-data-dir=${folder}`, ...args], {
    env: bench.environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  bench.adopt(child)
  const events: string[] = []
  const seen: [string, unknown[]][] = []
  const waiting = new Map<string, (details: unknown[]) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [name, ...details] = JSON.parse(line) as [string, ...unknown[]]
    events.push(name)
    seen.push([name, details])
    waiting.get(name)?.(details)
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    events,
    exited,
    event: (name) =>
      new Promise((resolve, reject) => {
        const known = seen.find(([each]) => each === name)
        if (known) return resolve(known[1])
        waiting.set(name, resolve)
        void exited.then(() => reject(new Error(`The app ended before '${name}'. ${errors}`)))
      }),
  }
}

/** The ids of the running processes whose command line mentions `text`. */
export async function processesWith(text: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    ids.map(
      async (id) => [id, await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')] as const,
    ),
  )
  return lines.filter(([, line]) => line.includes(text)).map(([id]) => Number(id))
}
