import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Locator, type Page } from 'playwright'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const electronInstalled = existsSync(join(root, 'node_modules/electron/path.txt'))
if (!electronInstalled) process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= join(root, 'chromium-host')

export interface LaunchOptions {
  /** The data folder; by default a new one. */
  folder?: string
  settings?: Record<string, unknown>
  env?: Record<string, string>
  /** Further Chromium switches. */
  switches?: readonly string[]
  /** Whether the test answers main's dialogs itself. Otherwise each is allowed as it opens. */
  answersDialogs?: boolean
  /** The app's folder; by default Parley's own. */
  appFolder?: string
}

export interface Parley {
  app: ElectronApplication
  page: Page
  folder: string
  composer: Locator
  send: (text: string) => Promise<void>
  /** Returns the author's newest message. */
  last: (author: 'You' | 'Assistant') => Locator
  close: () => Promise<void>
  /** Kills main with SIGKILL. Resolves once it has ended, and with it its lock on the folder. */
  kill: () => Promise<void>
}

/** Returns a provider entry for the settings file, as `Add provider` would write it. */
export function providerAt(url: string, id = 'fake'): Record<string, unknown> {
  return { id, kind: 'openai-compatible', presetId: null, name: 'Fake', baseUrl: `${url}/v1` }
}

export async function launch(options: LaunchOptions = {}): Promise<Parley> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  if (options.settings) {
    mkdirSync(folder, { recursive: true })
    const settings = { language: 'en-US', ...options.settings }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  }
  const app = await _electron.launch({
    args: [options.appFolder ?? '.', `--user-data-dir=${folder}`, ...(options.switches ?? [])],
    cwd: root,
    env: { ...(process.env as Record<string, string>), LANG: 'en_US.UTF-8', ...options.env },
  })
  const page = await app.firstWindow()
  if (!options.answersDialogs) app.on('window', (window) => void allow(window))
  if (!options.appFolder) await drawn(page)
  const composer = page.getByRole('textbox', { name: 'Message' })
  return {
    app,
    page,
    folder,
    composer,
    async send(text) {
      await composer.fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    },
    last: (author) => page.getByRole('article', { name: author }).last(),
    close: () => app.close(),
    async kill() {
      const ended = once(app.process(), 'exit')
      app.process().kill('SIGKILL')
      await ended
    },
  }
}

/** Presses "Allow" in a dialog of main's. Any other window is left alone. */
async function allow(window: Page): Promise<void> {
  const buttons = window.getByRole('alertdialog').getByRole('button')
  // The dialog may be gone before the click has returned.
  await buttons
    .nth(1)
    .click()
    .catch(() => undefined)
}

/** Resolves once the page stands where the early composer was, and listens to all keys. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getElementById('early-composer') && document.querySelector('#root > *'),
  )
}

/** Ends Parley and removes its data folder. */
export async function discard({ close, folder }: Parley): Promise<void> {
  await close().catch(() => undefined)
  // The test itself removes a mounted disk.
  if (existsSync(folder) && statSync(folder).dev === statSync(tmpdir()).dev) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
