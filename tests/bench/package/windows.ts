import { _electron, chromium } from 'playwright'
import type { InstalledRoot } from '../../package/installedRoot.ts'

/** The empty window: a field like Parley's, and nothing else. */
const emptyPage = 'data:text/html,<title>Empty</title><textarea aria-label=Message></textarea>'
/** The browser's profile outside Parley, in /tmp, which Playwright and the root share. */
const profile = '/tmp/parley-bench-profile'

/** A program that opens a window with a field for messages. */
export interface WindowProgram {
  name: string
  /** Opens the window. Resolves to the function that ends the program, once a click has reached the field. */
  open: () => Promise<() => Promise<void>>
  /** Removes all that earlier starts have kept. */
  forget: () => Promise<void>
}

/** Returns the installed Parley. */
export function installedParley(root: InstalledRoot): WindowProgram {
  const executablePath = root.programOf('/usr/bin/parley')
  return {
    name: 'Parley',
    async open() {
      const app = await _electron.launch({
        executablePath,
        args: [],
        chromiumSandbox: true,
        env: process.env as Record<string, string>,
      })
      const page = await app.firstWindow()
      // A locator alone looks for it only every 100 ms.
      await page.waitForFunction(() => document.querySelector('textarea'))
      await page.getByRole('textbox', { name: 'Message' }).click()
      return () => app.close()
    },
    async forget() {
      const settings = JSON.stringify({ language: 'en-US' })
      const commands = [
        'rm -rf ~/.config ~/.cache',
        'mkdir -p ~/.config/Parley',
        `echo '${settings}' >~/.config/Parley/settings.json`,
      ]
      await root.asUser('sh', '-c', commands.join(' && '))
    },
  }
}

/** Returns the root's Chromium with an empty page, in a window without tabs as Parley has it. */
export function emptyChromium(root: InstalledRoot): WindowProgram {
  const executablePath = root.programOf('/usr/bin/chromium')
  return {
    name: 'empty Chromium',
    async open() {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        args: [`--app=${emptyPage}`],
        headless: false,
        chromiumSandbox: true,
        viewport: null,
        env: process.env,
      })
      const page = context.pages()[0] ?? (await context.waitForEvent('page'))
      await page.waitForFunction(() => document.querySelector('textarea'))
      await page.getByRole('textbox', { name: 'Message' }).click()
      return () => context.close()
    },
    async forget() {
      await root.asRoot('rm', '-rf', profile)
      await root.asUser('mkdir', profile)
    },
  }
}
