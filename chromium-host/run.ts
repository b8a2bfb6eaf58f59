import { readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BrowserProblem } from './browserProblem.ts'
import { findBrowser } from './findBrowser.mjs'
import { installedCommand } from './installedCommand.ts'
import { readRunOptions } from './runOptions.ts'
import { userLanguages } from './userLanguages.ts'

const electronUrl = new URL('./electronModule.ts', import.meta.url).href
const ownRequire = createRequire(import.meta.url)

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common|renderer))?$/.test(specifier)
      ? { url: electronUrl, shortCircuit: true }
      : next(specifier, context),
})

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Makes this process look like Electron's main process to libraries that check. */
function presentAsElectron(): void {
  const { version } = ownRequire('electron/package.json') as { version: string }
  const versions = { ...process.versions, electron: version, chrome: '', chromiumHost: '1' }
  Object.defineProperty(process, 'versions', { value: versions, configurable: true })
  Object.assign(process, {
    type: 'browser',
    ...(installedCommand === undefined && { defaultApp: true }),
    resourcesPath: join(import.meta.dirname, 'resources'),
  })
}

/** Returns the app's folder and main file. */
function findApp(path: string): { folder: string; main: string } {
  const target = resolve(path)
  try {
    if (statSync(target).isFile()) return { folder: dirname(target), main: target }
    const { main = 'index.js' } = JSON.parse(
      readFileSync(join(target, 'package.json'), 'utf8'),
    ) as { main?: string }
    return { folder: target, main: join(target, main) }
  } catch {
    return fail(`Unable to find Electron app at ${target}`)
  }
}

/** Leaves a working folder that was deleted: nothing can be resolved against it. */
function leaveDeletedFolder(): void {
  try {
    process.cwd()
  } catch {
    process.chdir(homedir())
  }
}

async function start(): Promise<void> {
  leaveDeletedFolder()
  const options = readRunOptions(process.argv.slice(2))
  // Electron's argv has no script between the program and the arguments.
  process.argv.splice(1, 1)
  if (options.app === undefined)
    fail('Usage: electron [switches] [-r module] <app folder or file> [arguments]')
  // The arguments of a packaged app have no folder either.
  if (installedCommand !== undefined) process.argv.splice(process.argv.indexOf(options.app), 1)
  const { folder, main } = findApp(options.app)
  presentAsElectron()
  // An installed Parley opens no inspector, whatever a link says.
  if (options.inspect && installedCommand === undefined)
    inspector.open(options.inspect.port, '127.0.0.1', options.inspect.wait)

  const { host } = await import('./electronModule.ts')
  const { startHost } = await import('./startHost.ts')
  host.app.useAppPath(folder)
  const headless = process.env.PARLEY_HEADLESS === '1' || !hasDisplay()
  const requireFromHere = createRequire(join(process.cwd(), 'app.js'))
  for (const name of options.requires) requireFromHere(name)
  const wanted = host.app.whenReadyWanted()
  const loaded = import(pathToFileURL(main).href)
  // Playwright's loader hides from the host that the app waits.
  const isHidden = options.requires.length > 0
  // An app that never waits needs no browser: it only writes to a terminal, or quits at once.
  await Promise.race([wanted, loaded.then(() => (isHidden ? undefined : wanted))])
  const executable = findBrowser()
  if (executable === undefined) throw new BrowserProblem('missing')
  await startHost({ executable, headless })
  await loaded
}

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
}

/** Says why Parley did not start: in a sentence if the user can do something about it. */
async function giveUp(error: unknown): Promise<never> {
  if (error instanceof BrowserProblem) {
    const { problemText } = await import('./problemText.ts')
    const { tellUser } = await import('./tellUser.ts')
    tellUser('Parley', problemText(error, userLanguages()))
    process.exit(1)
  }
  return fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

await start().catch(giveUp)
