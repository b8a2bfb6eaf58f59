import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { hostOnly, modes } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

hostOnly('its dialogs are the system’s').describe.each(modes)('lists of files, %s', (mode) => {
  const driven = driveThroughout(mode)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-open-')))
  mkdirSync(join(root, 'papers'))
  for (const name of ['a.txt', 'b <i>.txt']) writeFileSync(join(root, 'papers', name), name)

  async function open(properties: Electron.OpenDialogOptions['properties']) {
    const opened = driven.app.waitForEvent('window')
    const given = { properties: properties ?? [], defaultPath: root }
    const answer = driven.app.evaluate(
      ({ dialog }, options) => dialog.showOpenDialog(options),
      given,
    )
    const list = await opened
    await list.getByRole('option', { name: 'papers' }).waitFor()
    return { list, answer }
  }

  /** The window may be gone before Playwright has ended the click. */
  async function press(list: Page, name: string): Promise<void> {
    await list
      .getByRole('button', { name, exact: true })
      .click()
      .catch(() => undefined)
  }

  test('a folder is chosen by going into it', async () => {
    const { list, answer } = await open(['openDirectory'])
    await list.getByRole('option', { name: 'papers' }).click()
    await expect.poll(() => list.getByLabel('Path').inputValue()).toBe(join(root, 'papers'))
    await press(list, 'Open')
    expect(await answer).toEqual({ canceled: false, filePaths: [join(root, 'papers')] })
  })

  test('several files are chosen, whatever their names', async () => {
    const { list, answer } = await open(['openFile', 'multiSelections'])
    await list.getByLabel('Path').fill(join(root, 'papers'))
    await list.getByLabel('Path').press('Enter')
    for (const name of ['a.txt', 'b <i>.txt']) {
      await list.getByRole('option', { name, exact: true }).click()
    }
    await press(list, 'Open')
    const paths = ['a.txt', 'b <i>.txt'].map((name) => join(root, 'papers', name))
    expect(await answer).toEqual({ canceled: false, filePaths: paths })
  })

  test('a file gets a place and a name, and replaces another only on a second press', async () => {
    const opened = driven.app.waitForEvent('window')
    const answer = driven.app.evaluate(
      ({ dialog }, defaultPath) => dialog.showSaveDialog({ defaultPath }),
      join(root, 'papers', 'new.txt'),
    )
    const list = await opened
    await expect.poll(() => list.getByLabel('Name').inputValue()).toBe('new.txt')
    await list.getByRole('option', { name: 'a.txt' }).click()
    await press(list, 'Save')
    await list.getByRole('button', { name: 'Replace' }).waitFor()
    await list.getByLabel('Name').fill('b.txt')
    await press(list, 'Save')
    const filePath = join(root, 'papers', 'b.txt')
    expect(await answer).toEqual({ canceled: false, filePath })
  })

  test('Escape, Cancel and closing the window choose nothing', async () => {
    const nothing = { canceled: true, filePaths: [] }
    const escaped = await open(['openFile'])
    await escaped.list.keyboard.press('Escape').catch(() => undefined)
    expect(await escaped.answer).toEqual(nothing)
    const cancelled = await open(['openFile'])
    await press(cancelled.list, 'Cancel')
    expect(await cancelled.answer).toEqual(nothing)
    const closed = await open(['openFile'])
    await closed.list.close()
    expect(await closed.answer).toEqual(nothing)
  })
})
