import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { closeBeforeQuit } from '../../../src/main/app/closeBeforeQuit.ts'

/** Quits as Electron does: unless a listener prevents it. */
class TestApp extends EventEmitter {
  hasQuit = false

  quit(): void {
    let isPrevented = false
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) })
    this.hasQuit ||= !isPrevented
  }
}

test('every request to quit waits until all is closed', async () => {
  const app = new TestApp()
  const closing = Promise.withResolvers<void>()
  let closings = 0
  const close = (): Promise<void> => {
    closings += 1
    return closing.promise
  }
  closeBeforeQuit(app, { close, log: () => undefined })
  app.quit()
  app.quit()
  expect(app.hasQuit).toBe(false)
  closing.resolve()
  await expect.poll(() => app.hasQuit).toBe(true)
  expect(closings).toBe(1)
})

test.each([
  ['does not end', () => new Promise<void>(() => undefined)],
  ['fails', () => Promise.reject(new Error('No'))],
])('the app quits although closing %s', async (_how, close) => {
  const app = new TestApp()
  const logged: string[] = []
  closeBeforeQuit(app, { close, log: (event) => logged.push(event), milliseconds: 1 })
  app.quit()
  await expect.poll(() => app.hasQuit).toBe(true)
  expect(logged).toHaveLength(1)
})
