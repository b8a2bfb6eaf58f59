// oxlint-disable typescript/no-deprecated -- pages may still use it
import type { Page } from 'playwright'
import { startPluginSite, type FakePluginSite } from '../fakes/fakePluginSite.ts'
import { expect, settingsFor, test } from './parley.ts'
import { xdotool } from './desktop.ts'
import { openPluginChat, pluginFrames, seedPluginChat } from './pluginPage.ts'

let site: FakePluginSite
let address: string

test.beforeAll(async () => {
  site = await startPluginSite()
  address = `${site.origin}/index.html`
})
test.afterAll(() => site.close())

const secret = 'correct horse battery staple'
const cover = (page: Page) => page.getByRole('button', { name: 'Use Clock' })

/** Puts another page there, and loads it in a new frame. */
async function show(page: Page, body: string) {
  site.put('/index.html', { body: `<!doctype html>${body}` })
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect.poll(() => pluginFrames(page).length).toBe(0)
  const frame = await openPluginChat(page)
  await frame.waitForLoadState()
  return frame
}

test('a page keeps to its place', async ({ start, server }) => {
  site.put('/index.html', { body: '' })
  const folder = seedPluginChat(address)
  const { page, composer, app } = await start({ folder, settings: settingsFor(server) })

  await test.step('it takes no key that the user has not given it', async () => {
    const frame = await show(
      page,
      '<label>a<input></label><a href="#to"></a><p id="to" tabindex="0">',
    )
    await composer.focus()
    await frame.evaluate(() => {
      setInterval(() => {
        focus()
        for (const element of document.querySelectorAll<HTMLElement>('*')) {
          element.focus()
          if (element instanceof HTMLInputElement) element.select()
          if (element.matches('label, a')) element.click()
        }
      }, 20)
    })
    await xdotool('type', '--delay', '15', secret)
    await expect(composer).toHaveValue(secret)
    expect(await frame.evaluate(() => document.hasFocus())).toBe(false)
    await frame.evaluate(() => {
      for (const type of ['keydown', 'keyup', 'beforeinput', 'input']) {
        addEventListener(type, () => void fetch('/key'), { capture: true })
      }
      setInterval(() => {
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.innerHTML = '<input>'
        dialog.showModal()
      }, 20)
    })
    await xdotool('type', '--delay', '15', secret)
    await expect(page.getByText('took over the keyboard')).toBeVisible()
    await expect.poll(() => pluginFrames(page)).toEqual([])
    await expect(composer).toBeFocused()
    // Keys that are under way when the frame takes the keyboard are lost; the page gets none.
    expect(site.requests.map(({ path }) => path)).not.toContain('/key')
    await composer.fill('')
  })

  await test.step('who had the keyboard gets it back from each new page', async () => {
    await show(page, '<p>first')
    // Opening the chat gives the composer the keyboard before the frame is there.
    const frame = await show(page, '<p>second')
    await expect(composer).toBeFocused()
    await frame.evaluate(() => {
      setTimeout(() => {
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.innerHTML = '<input>'
        dialog.showModal()
      })
    })
    await expect(page.getByText('took over the keyboard')).toBeVisible()
    await expect(composer).toBeFocused()
  })

  await test.step('it gets keys while the user works in it, and Escape leaves it', async () => {
    const frame = await show(page, '<input autofocus>')
    await frame.evaluate(() => {
      addEventListener('keydown', (event) => event.preventDefault(), { capture: true })
      addEventListener('keydown', ({ key }) => (document.title += key), { capture: true })
    })
    await cover(page).click()
    await page.keyboard.type('abc')
    expect(await frame.title()).toBe('abc')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(cover(page)).toBeFocused()
    await composer.pressSequentially(secret)
    await expect(composer).toHaveValue(secret)
    expect(await frame.title()).toBe('abcTabEscape')
    await composer.fill('')
    // Working elsewhere closes it, too.
    await cover(page).click()
    await composer.click()
    await expect(cover(page)).toBeVisible()
  })

  for (const [name, flood] of [
    ['many', "for (let i = 0; i < 20_000; i += 1) top.postMessage({ type: 'x' }, '*')"],
    [
      'many at once',
      "for (let i = 0; i < 2000; i += 1) fetch('/~messages', { method: 'POST', body: '{}' })",
    ],
    ['large', "parent.postMessage({ type: 'x'.repeat(3_000_000) }, '*')"],
    ['nested', "parent.postMessage({ type: 'x', list: Array(100_000).fill({ a: 1 }) }, '*')"],
    ['posted by hand', "fetch('/~messages', { method: 'POST', body: '['.repeat(900_000) })"],
  ]) {
    await test.step(`it does not flood the window: ${String(name)} messages`, async () => {
      const frame = await show(page, '<p>flood')
      await frame.evaluate(`setTimeout(() => { ${String(flood)} })`)
      await expect(page.getByText('sent too many messages')).toBeVisible()
      await expect.poll(() => pluginFrames(page)).toEqual([])
    })
  }

  await test.step('the window reads nothing that a page posts to it', async () => {
    const frame = await show(page, '<p>raw')
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data') ?? {}
      Object.defineProperty(MessageEvent.prototype, 'data', {
        get(this: MessageEvent) {
          if (this.source === document.querySelector('iframe')?.contentWindow)
            document.title = 'read'
          return get?.call(this) as unknown
        },
      })
    })
    await cover(page).click()
    await frame.evaluate(() => {
      top?.postMessage({ type: 'lobe-chat:create-assistant-message', content: 'raw' }, '*')
      // It arrives behind the other.
      parent.postMessage({ type: 'lobe-chat:create-assistant-message', content: 'carried' })
    })
    await expect(page.getByRole('article', { name: 'Assistant' })).toContainText('carried')
    await expect(page.getByRole('article', { name: 'Assistant' })).not.toContainText('raw')
    expect(await page.title()).not.toBe('read')
  })

  await test.step('it does not fill the history', async () => {
    const frame = await show(page, '<p>history')
    const before = await page.evaluate(() => history.length)
    await frame.evaluate(() => {
      for (let i = 0; i < 100; i += 1) history.pushState(i, '')
    })
    expect(await page.evaluate(() => history.length)).toBe(before)
    await frame.evaluate(() => {
      setInterval(() => (location.hash = String(Math.random())), 10)
    })
    await expect(page.getByText('filled the window’s history')).toBeVisible()
  })

  await test.step('it does not write to the clipboard', async () => {
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), secret)
    const frame = await show(page, '<button>Copy</button><textarea>stolen</textarea>')
    await frame.evaluate(() => {
      document.querySelector('button')?.addEventListener('click', () => {
        document.querySelector('textarea')?.select()
        const { toLowerCase } = String.prototype
        String.prototype.toLowerCase = () => 'x'
        const copied = [document.execCommand('copy'), document.execCommand('CUT')]
        String.prototype.toLowerCase = toLowerCase
        document.title = JSON.stringify(copied)
        void navigator.clipboard.writeText('stolen')
      })
    })
    await cover(page).click()
    await frame.getByRole('button').click()
    await expect.poll(() => frame.title()).toBe('[false,false]')
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(secret)
  })

  await test.step('it finds nothing of Parley, and keeps nothing outside of it', async () => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => void dialogs.push(dialog.message()))
    const frame = await show(page, '<button>x</button>')
    const attempts: readonly string[] = [
      'top.document.title',
      'parent.document.body.innerHTML',
      'top.bridge.call("settings.get", {})',
      'top.localStorage.length',
      'top.location.href',
      'top.eval("1")',
      'frameElement.id',
      'new Promise((done, fail) => { const r = indexedDB.open("x"); r.onsuccess = done; r.onerror = fail })',
      'caches.open("x")',
      'navigator.serviceWorker.register("/sw.js")',
      'navigator.storage.getDirectory()',
      'navigator.mediaDevices.getUserMedia({ audio: true })',
      'navigator.mediaDevices.getDisplayMedia()',
      'new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail))',
      'navigator.clipboard.readText()',
      'document.body.requestFullscreen()',
      'document.body.requestPointerLock()',
      'Notification.requestPermission().then((given) => given === "granted" || Promise.reject(given))',
      'navigator.usb.requestDevice({ filters: [] })',
      'navigator.locks.request("x", () => "held")',
      'window.bridge.call("settings.get", {})',
      'document.requestStorageAccess()',
    ]
    await cover(page).click()
    await frame.getByRole('button').click()
    for (const attempt of attempts) {
      const outcome = frame
        .evaluate(`(async () => { await ${attempt}; return 'done' })()`)
        .catch(() => 'refused')
      expect([attempt, await outcome]).toEqual([attempt, 'refused'])
    }
    await frame.evaluate(() => {
      alert('a dialog')
      confirm('a dialog')
      prompt('a dialog')
      print()
      localStorage.setItem('kept', '1')
      document.cookie = 'kept=1'
    })
    expect(dialogs).toEqual([])
    expect(await frame.evaluate(() => open('about:blank'))).toBeNull()
    const again = await show(page, '<p>again')
    expect(await again.evaluate(() => [localStorage.getItem('kept'), document.cookie])).toEqual([
      null,
      '',
    ])
  })

  await test.step('it ends with what allowed it', async () => {
    const frame = await show(page, '<p>page')
    await page.evaluate(() =>
      window.bridge.call('plugins.setEnabled', { id: 'clock', enabled: false }),
    )
    await expect(page.getByText('Its page was closed')).toBeVisible()
    await expect.poll(() => frame.isDetached()).toBe(true)
    await page.getByRole('button', { name: 'Show again' }).click()
    await expect(page.getByRole('alert')).toContainText('no plugin or tool “clock”')
  })
})
