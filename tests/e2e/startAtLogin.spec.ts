import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { root } from './launch.ts'
import { expect, test } from './parley.ts'

test.skip(
  process.platform !== 'linux' || !process.env['ELECTRON_OVERRIDE_DIST_PATH'],
  'desktop entries are for Linux, and only the host can be told that it is installed',
)

let config: string

test.beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'parley-config-'))
})
test.afterEach(() => rmSync(config, { recursive: true, force: true }))

async function openAgain(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByRole('tab', { name: 'General' }).click()
}

test('an installed Parley starts in the background, and at login as the user wants', async ({
  start,
}) => {
  const { app, folder } = await start({
    settings: {
      dictation: { keepRunning: true, hotkeys: { toggle: 'F8', hold: null, readSelection: null } },
    },
    env: { XDG_CONFIG_HOME: config },
    switches: ['--hidden'],
    // No window is drawn.
    appFolder: '.',
  })
  // The page that the host reads the screen from is gone before.
  const isOverlay = (window: Page): boolean => window.url().includes('overlay')
  await expect.poll(() => app.windows().filter(isOverlay).length).toBe(1)
  const overlay = app.windows()
  expect(overlay).toHaveLength(1)
  const startAgain = async (...given: string[]): Promise<void> => {
    const args = ['.', `--user-data-dir=${folder}`, ...given]
    const second = spawn(app.process().spawnfile, args, { cwd: root, stdio: 'ignore' })
    expect(await once(second, 'exit')).toEqual([0, null])
  }
  await startAgain('--hidden')
  expect(app.windows()).toEqual(overlay)
  await startAgain('--hidden', 'parley://new?text=From%20a%20link')
  await expect.poll(() => app.windows().length).toBe(2)
  const page = app.windows().find((window) => !overlay.includes(window))
  if (!page) throw new Error('There is no window')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('From a link')
  await startAgain()
  expect(app.windows()).toHaveLength(2)

  const settings = page.getByRole('button', { name: 'Settings', exact: true })
  await settings.click()
  const startsAtLogin = page.getByRole('switch', { name: 'Start at login' })
  await expect(page.getByText('Only an installed Parley can start at login.')).toBeVisible()
  await expect(startsAtLogin).toBeDisabled()
  // Playwright can't drive one that was started by the command of a package.
  const command = await app.evaluate(({ app: parley }) => {
    Object.defineProperty(parley, 'isPackaged', { value: true })
    return parley.getPath('exe')
  })
  await openAgain(page)
  await expect(startsAtLogin).not.toBeChecked()
  await startsAtLogin.click()
  await expect(startsAtLogin).toBeChecked()
  const entry = join(config, 'autostart', 'parley.desktop')
  expect(readFileSync(entry, 'utf8')).toContain(
    `\nTryExec=${command}\nExec=${command} --user-data-dir=${folder} --hidden\n`,
  )
  // As the desktop's own settings turn it off.
  appendFileSync(entry, 'Hidden=true\n')
  await openAgain(page)
  await expect(startsAtLogin).toBeEnabled()
  await expect(startsAtLogin).not.toBeChecked()
  rmSync(join(config, 'autostart'), { recursive: true })
  appendFileSync(join(config, 'autostart'), '')
  await startsAtLogin.click()
  await expect(page.getByText(`Parley couldn’t change “${entry}”.`)).toBeVisible()
  await expect(startsAtLogin).not.toBeChecked()
})
