import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { hostOnly, modes } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

type Box = Electron.MessageBoxReturnValue

/** The window may be gone before the key is up again. */
async function press(box: Page, name: string): Promise<void> {
  await box.keyboard.press(name).catch(() => undefined)
}

hostOnly('its message boxes are the system’s').describe.each(modes)('message boxes, %s', (mode) => {
  const driven = driveThroughout(mode)

  /** Opens one, and gives its window and what will be answered. */
  async function open(options: Electron.MessageBoxOptions): Promise<{
    box: Page
    answer: Promise<Box>
  }> {
    const opened = driven.app.waitForEvent('window')
    const answer = driven.app.evaluate(({ dialog }, given) => dialog.showMessageBox(given), options)
    const box = await opened
    await box.getByRole('alertdialog').waitFor()
    return { box, answer }
  }

  const question = {
    message: 'Send <b>it</b>?',
    detail: 'To "http://nas.local" & nowhere else',
    buttons: ['Don’t send', 'Send'],
    defaultId: 0,
    cancelId: 0,
  }

  test('a button that is pressed is the answer, and the window goes', async () => {
    const { box, answer } = await open(question)
    expect(await box.getByRole('heading').textContent()).toBe(question.message)
    expect(await box.getByRole('alertdialog').textContent()).toContain(question.detail)
    const closed = box.waitForEvent('close')
    const button = box.getByRole('button', { name: 'Send', exact: true })
    // The window may be gone before Playwright has ended the click.
    await button.click().catch(() => undefined)
    expect(await answer).toEqual({ response: 1, checkboxChecked: false })
    await closed
  })

  test('Enter presses the default button, Escape the one that cancels', async () => {
    const entered = await open({ ...question, defaultId: 1 })
    await press(entered.box, 'Enter')
    expect((await entered.answer).response).toBe(1)
    const escaped = await open({ ...question, buttons: ['Yes', 'No'], defaultId: 0, cancelId: 1 })
    await press(escaped.box, 'Escape')
    expect((await escaped.answer).response).toBe(1)
  })

  test('closing it cancels', async () => {
    const { box, answer } = await open({ message: 'Sure?', buttons: ['OK', '&Cancel'] })
    await box.close()
    expect((await answer).response).toBe(1)
  })

  test('no page of the app can reach it', async () => {
    const { box, answer } = await open(question)
    const { page } = driven
    const reached = await page.evaluate(() => {
      const found = window.open('', 'hostAnswer')
      return [found === null, 'hostAnswer' in window, window.opener === null, window.length]
    })
    expect(reached).toEqual([true, false, true, 0])
    expect(await box.evaluate(() => [window.opener === null, location.origin])).toEqual([
      true,
      'null',
    ])
    await page.evaluate(() => {
      const channel = new BroadcastChannel('hostAnswer')
      channel.postMessage('1')
      localStorage.setItem('hostAnswer', '1')
      Object.assign(window, { hostAnswer: () => '1' })
    })
    const early = await Promise.race([answer, delay(500, 'open')])
    expect(early).toBe('open')
    await press(box, 'Escape')
    expect((await answer).response).toBe(0)
  })

  test('what the host can not show is refused', async () => {
    const showing = driven.app.evaluate(({ dialog }) =>
      dialog.showMessageBox({ message: 'A', checkboxLabel: 'B' }),
    )
    await expect(showing).rejects.toThrow('not implemented')
  })
})
