import { describe, expect, test } from 'vitest'
import { hostOnly, modes } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

const { test: hostTest } = hostOnly('it implements these members')
const { test: zoomTest } = hostOnly('it zooms without the document’s style')

declare const fixture: { openedUrls: string[]; navigations: string[]; chosen: string[] }

describe.each(modes)('windows, %s', (mode) => {
  const driven = driveThroughout(mode)

  test('playwright clicks, takes a screenshot and finds the window of a page', async () => {
    await driven.page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<button onclick="this.textContent=\'clicked\'">click</button>',
      )
    })
    await driven.page.getByRole('button').click()
    expect(await driven.page.getByRole('button').textContent()).toBe('clicked')
    expect((await driven.page.screenshot()).subarray(1, 4).toString()).toBe('PNG')
    const window = await driven.app.browserWindow(driven.page)
    expect(
      await window.evaluate((own) => [own.getSize(), own.isVisible(), own.webContents.getURL()]),
    ).toEqual([[900, 700], true, 'app://fixture/index.html'])
    expect(await driven.page.evaluate(() => [outerWidth, outerHeight])).toEqual([900, 700])
  })

  test('bounds, minimum size and states reach the page', async () => {
    const window = await driven.app.browserWindow(driven.page)
    await window.evaluate((own) => {
      own.setMinimumSize(500, 400)
      own.setBounds({ width: 300, height: 600 })
    })
    await expect
      .poll(() => driven.page.evaluate(() => [outerWidth, outerHeight]))
      .toEqual([500, 600])
    await window.evaluate((own) => {
      own.hide()
      own.show()
    })
    await expect
      .poll(() => driven.page.evaluate(() => [outerWidth, outerHeight]))
      .toEqual([500, 600])
    expect(
      await window.evaluate((own) => [own.isVisible(), own.isFocused(), own.getBounds().width]),
    ).toEqual([true, true, 500])
    expect(
      await driven.app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getFocusedWindow() === BrowserWindow.getAllWindows()[0],
      ),
    ).toBe(true)
  })

  test('window.open is seen with its address and denied, however it is asked for', async () => {
    const pages = (): number => driven.app.windows().length
    await driven.page.evaluate(() => {
      window.open('https://example.com/one')
      window.open('https://example.com/two', '', 'noopener')
      document.body.insertAdjacentHTML(
        'beforeend',
        '<a href="https://example.com/three" target="_blank">three</a><a href="https://example.com/four">four</a>',
      )
    })
    await driven.page.getByText('three').click()
    await driven.page.getByText('four').click({ modifiers: ['ControlOrMeta'] })
    const opened = (): Promise<string[]> => driven.app.evaluate(() => fixture.openedUrls.toSorted())
    const names = ['four', 'one', 'three', 'two']
    await expect.poll(opened).toEqual(names.map((name) => `https://example.com/${name}`))
    await expect.poll(pages).toBe(1)
    expect(driven.page.url()).toContain('/index.html')
  })

  test('a page can navigate itself only where the app lets it', async () => {
    const last = (): Promise<string | undefined> =>
      driven.app.evaluate(() => fixture.navigations.at(-1))
    for (const target of [
      'https://example.com/away',
      'about:blank',
      'mailto:somebody@example.com',
    ]) {
      await driven.page.evaluate((url) => {
        location.href = url
      }, target)
      await expect.poll(last).toBe(target)
    }
    await driven.page.evaluate(() => {
      location.href = 'data:text/html,away'
      location.href = URL.createObjectURL(new Blob(['<p>blob</p>'], { type: 'text/html' }))
    })
    await expect.poll(last).toMatch(/^blob:app:\/\/fixture\//)
    expect(driven.page.url()).toContain('/index.html')
    await driven.page.evaluate(() => {
      location.href = '/frame.html'
    })
    await driven.page.getByText('frame').waitFor()
    const url = (): Promise<string> =>
      driven.app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]!.getURL())
    // Main hears of it after the page.
    await expect.poll(url).toBe('app://fixture/frame.html')
  })

  zoomTest('keys of the application menu work where the page leaves them alone', async () => {
    await driven.app.evaluate(({ BrowserWindow, Menu }) => {
      fixture.chosen = []
      const note = (name: string) => () => void fixture.chosen.push(name)
      const submenu = [
        { label: 'Plain', accelerator: 'CmdOrCtrl+Shift+J', click: note('plain') },
        { label: 'Taken', accelerator: 'CmdOrCtrl+K', click: note('taken') },
        { role: 'zoomIn' as const },
        { role: 'reload' as const },
      ]
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'Test', submenu }]))
      return BrowserWindow.getAllWindows()[0]!.loadURL('app://fixture/index.html')
    })
    await driven.page.getByRole('heading').waitFor()
    await driven.page.evaluate(() => {
      window.addEventListener('keydown', (event) => event.key === 'k' && event.preventDefault())
      ;(window as unknown as { old: boolean }).old = true
    })
    for (const key of ['Control+Shift+J', 'Control+k', 'Control++'])
      await driven.page.keyboard.press(key)
    await expect.poll(() => driven.app.evaluate(() => fixture.chosen)).toEqual(['plain'])
    const zoom = (): Promise<string> =>
      driven.page.evaluate(() => document.documentElement.style.zoom)
    await expect.poll(zoom).not.toBe('')
    await driven.page.keyboard.press('Control+r')
    await expect.poll(() => driven.page.evaluate(() => 'old' in window)).toBe(false)
    await expect.poll(zoom).not.toBe('')
  })

  test('themeSource decides what pages prefer', async () => {
    const dark = (): Promise<boolean> =>
      driven.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await driven.page.emulateMedia({ colorScheme: null })
    for (const source of ['dark', 'light'] as const) {
      const decided = await driven.app.evaluate(({ nativeTheme }, chosen) => {
        nativeTheme.themeSource = chosen
        return nativeTheme.shouldUseDarkColors
      }, source)
      expect(decided).toBe(source === 'dark')
      await expect.poll(dark).toBe(source === 'dark')
    }
  })

  test('a second window has its own size, title and life', async () => {
    const outcome = await driven.app.evaluate(async ({ BrowserWindow }) => {
      const { openWindow } = fixture as unknown as {
        openWindow(options: object): Promise<Electron.BrowserWindow>
      }
      const second = await openWindow({ width: 400, height: 300, title: 'Second', show: false })
      const events: string[] = []
      for (const name of ['show', 'hide', 'close', 'closed'] as const)
        second.on(name as 'show', () => events.push(name))
      const title = second.getTitle()
      second.show()
      second.once('close', (event) => event.preventDefault())
      second.close()
      const survived = !second.isDestroyed()
      second.close()
      await new Promise((resolve) => second.once('closed', () => resolve(undefined)))
      return { title, survived, events, left: BrowserWindow.getAllWindows().length }
    })
    expect(outcome).toEqual({
      title: 'Second',
      survived: true,
      events: ['show', 'close', 'close', 'closed'],
      left: 1,
    })
  })

  test('a window that the user closes is closed for the app too', async () => {
    const pages = (): number => driven.app.windows().length
    await expect.poll(pages).toBe(1)
    await driven.app.evaluate(async () => {
      fixture.chosen = []
      const { openWindow } = fixture as unknown as {
        openWindow(options?: object): Promise<Electron.BrowserWindow>
      }
      const window = await openWindow()
      for (const name of ['close', 'closed'] as const) {
        window.on(name as 'closed', () => fixture.chosen.push(name))
      }
    })
    await expect.poll(pages).toBe(2)
    const session = await driven.app.context().newCDPSession(driven.app.windows()[1]!)
    await session.send('Page.close')
    const chosen = (): Promise<string[]> => driven.app.evaluate(() => fixture.chosen)
    await expect.poll(chosen).toEqual(['close', 'closed'])
  })

  test('capturePage gives a PNG, and the screen has a size', async () => {
    const outcome = await driven.app.evaluate(async ({ BrowserWindow, screen }) => {
      const image = await BrowserWindow.getAllWindows()[0]!.capturePage()
      const { bounds, scaleFactor } = screen.getPrimaryDisplay()
      return { empty: image.isEmpty(), size: image.getSize(), bounds, scaleFactor }
    })
    const bounds =
      mode === 'headed'
        ? { x: 0, y: 0, width: 1280, height: 1024 }
        : { x: 0, y: 0, width: 1920, height: 1080 }
    expect(outcome).toMatchObject({ empty: false, bounds, scaleFactor: 1 })
    expect(outcome.size.width).toBe(500)
  })

  test('clearStorageData leaves nothing of any origin', async () => {
    await driven.page.evaluate(() => {
      localStorage.setItem('kept', 'yes')
      document.cookie = 'kept=yes'
    })
    await driven.app.evaluate(({ session }) => session.defaultSession.clearStorageData())
    await driven.page.reload()
    const left = driven.page.evaluate(() => [localStorage.length, document.cookie])
    expect(await left).toEqual([0, ''])
  })

  hostTest('what is not implemented throws with its name', async () => {
    const messages = await driven.app.evaluate(
      ({ app, BrowserWindow, dialog, powerMonitor, session, Notification, webContents }) => {
        const message = (work: () => unknown): string => {
          try {
            work()
            return 'nothing thrown'
          } catch (error) {
            return (error as Error).message
          }
        }
        const [window] = BrowserWindow.getAllWindows()
        return [
          message(() => app.setBadgeCount(1)),
          message(() => window!.setProgressBar(1)),
          message(() => webContents.getAllWebContents()[0]!.printToPDF({})),
          message(() => new Notification({ title: 'Parley' })),
          message(() => powerMonitor.getSystemIdleTime()),
          message(() => dialog.showOpenDialogSync({})),
          message(() => session.fromPartition('persist:other')),
          message(() => new BrowserWindow({ webPreferences: { nodeIntegration: true } })),
        ]
      },
    )
    const names = [
      'app.setBadgeCount',
      'BrowserWindow.setProgressBar',
      'webContents.printToPDF',
      'Notification',
      'powerMonitor.getSystemIdleTime',
      'dialog.showOpenDialogSync',
      "session.fromPartition('persist:other')",
      'webPreferences.nodeIntegration',
    ]
    expect(messages).toEqual(names.map((name) => `${name} is not implemented by the Chromium host`))
  })
})
