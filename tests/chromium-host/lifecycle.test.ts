import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostOnly, modes } from './contractRuntime.ts'
import { createBench, driveFixture, processesWith, runApp, type Bench } from './fixtureApp.ts'

const { test: hostTest } = hostOnly('it is its own browser')

describe.each(modes)('an app’s life, %s', (mode) => {
  let bench: Bench

  beforeEach(async () => {
    bench = await createBench(mode)
  })
  afterEach(async () => {
    await bench.close()
  })

  hostTest('a killed app takes its Chromium along and leaves the lock free', async () => {
    const folder = await bench.dataFolder()
    const first = runApp(bench, folder)
    await first.event('loaded')
    expect((await processesWith(`${folder}/chromium-profile`)).length).toBeGreaterThan(1)
    first.child.kill('SIGKILL')
    await first.exited
    const second = runApp(bench, folder)
    await second.event('loaded')
    second.child.kill('SIGKILL')
    await second.exited
    await expect.poll(() => processesWith(folder)).toEqual([])
  })

  test('a second instance hands its arguments to the first and ends', async () => {
    const folder = await bench.dataFolder()
    const first = runApp(bench, folder)
    await first.event('loaded')
    const second = runApp(bench, folder, undefined, ['parley://open/1'])
    expect(await second.exited).toBe(0)
    expect(second.events).not.toContain('loaded')
    const [argv, cwd, data] = await first.event('second-instance')
    expect(argv).toContain('parley://open/1')
    expect(cwd).toBe(process.cwd())
    expect(data).toEqual({ from: 'parley://open/1' })
    first.child.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(first.events.slice(-3)).toEqual(['before-quit', 'will-quit', 'quit'])
    expect(await processesWith(folder)).toEqual([])
  })
})

describe('quitting', () => {
  let bench: Bench

  beforeEach(async () => {
    bench = await createBench('headless')
  })
  afterEach(async () => {
    await bench.close()
  })

  async function runScript(
    script: string,
    env = bench.environment(),
    folder?: string,
  ): Promise<ReturnType<typeof runApp>> {
    const app = await bench.dataFolder()
    await mkdir(app, { recursive: true })
    await writeFile(
      join(app, 'main.cjs'),
      `const { app, BrowserWindow } = require('electron')
const say = (...event) => process.stdout.write(JSON.stringify(event) + '\\n')
for (const name of ['before-quit', 'will-quit', 'window-all-closed']) app.on(name, () => say(name))
app.on('quit', (_event, code) => say('quit', code))
${script}`,
    )
    const given = { ...bench, environment: () => env }
    return runApp(given, folder ?? (await bench.dataFolder()), join(app, 'main.cjs'))
  }

  test('a window that prevents its closing keeps the app', async () => {
    const running = await runScript(`app.whenReady().then(() => {
      const window = new BrowserWindow()
      window.once('close', (event) => { event.preventDefault(); say('prevented'); setTimeout(() => app.quit()) })
      window.on('closed', () => say('closed'))
      app.quit()
    })`)
    expect(await running.exited).toBe(0)
    expect(running.events).toEqual([
      'before-quit',
      'prevented',
      'before-quit',
      'closed',
      'will-quit',
      'quit',
    ])
  })

  test('before-quit and will-quit can be prevented', async () => {
    const running =
      await runScript(`app.once('before-quit', (event) => { event.preventDefault(); setTimeout(() => app.quit()) })
      app.once('will-quit', (event) => { event.preventDefault(); setTimeout(() => app.exit(7)) })
      app.whenReady().then(() => app.quit())`)
    expect(await running.exited).toBe(7)
    expect(running.events).toEqual(['before-quit', 'before-quit', 'will-quit', 'quit'])
  })

  test('an app without a listener ends with its last window', async () => {
    const running = await runScript(`app.removeAllListeners('window-all-closed')
      app.whenReady().then(() => new BrowserWindow().close())`)
    expect(await running.exited).toBe(0)
    expect(running.events).toEqual(['before-quit', 'will-quit', 'quit'])
  })

  test('an error in a listener of the app’s costs no answer of the browser’s', async () => {
    const running =
      await runScript(`process.on('uncaughtException', (error) => say('uncaught', error.message))
      app.whenReady().then(async () => {
        const window = new BrowserWindow()
        window.once('ready-to-show', () => { throw new Error('in the app') })
        await window.loadURL('data:text/html,fixture')
        say('answered', await window.webContents.executeJavaScript('1 + 1'))
        window.close()
      })
      app.on('window-all-closed', () => app.quit())`)
    expect(await running.event('uncaught')).toEqual(['in the app'])
    expect(await running.event('answered')).toEqual([2])
    expect(await running.exited).toBe(0)
  })

  test('a window that is closed while it loads is silent', async () => {
    const running = await runScript(`app.whenReady().then(() => {
      const window = new BrowserWindow()
      window.once('ready-to-show', () => say('ready to show'))
      window.webContents.once('dom-ready', () => window.close())
      window.on('closed', () => say('closed'))
      window.loadURL('data:text/html,fixture')
    })
    app.on('window-all-closed', () => app.quit())`)
    expect(await running.exited).toBe(0)
    expect(running.events).not.toContain('ready to show')
    expect(running.events).toContain('closed')
  })

  test('a load that its window’s closing ends is no unhandled rejection', async () => {
    const running =
      await runScript(`process.on('unhandledRejection', ({ message }) => say('unhandled', message))
      app.whenReady().then(() => {
        for (const ending of ['close', 'destroy']) {
          const window = new BrowserWindow()
          window.loadURL('data:text/html,fixture')
          window[ending]()
        }
      })
      app.on('window-all-closed', () => app.quit())`)
    expect(await running.exited).toBe(0)
    expect(running.events).not.toContain('unhandled')
  })

  hostTest('an app that does not wait for readiness needs no browser', async () => {
    const nowhere = () => ({ ...bench.environment(), PARLEY_BROWSER: '/nowhere' })
    const running = await runScript(`setTimeout(() => app.exit(5))`, nowhere())
    expect(await running.exited).toBe(5)
    const waiting = await runScript(`app.on('ready', () => app.exit(5))`, nowhere())
    expect(await waiting.exited).toBe(1)
  })

  hostTest('an app without anything to do runs on', async () => {
    const folder = await bench.dataFolder()
    const running = await runScript('', bench.environment(), folder)
    await expect.poll(() => processesWith(`${folder}/chromium-profile`)).not.toEqual([])
    running.child.kill('SIGKILL')
    expect(await running.exited).toBe(null)
  })

  test('quitting before ready ends the app without starting Chromium', async () => {
    const running = await runScript('app.quit()')
    expect(await running.exited).toBe(0)
    expect(running.events).toEqual(['before-quit', 'will-quit', 'quit'])
  })

  test('an app whose main file throws ends with the error', async () => {
    const running = await runScript("throw new Error('broken main')")
    await expect(running.event('anything')).rejects.toThrow('broken main')
    expect(await running.exited).toBe(1)
  })

  hostTest('a browser that does not start is reported with its own words', async () => {
    const folder = await bench.dataFolder()
    const browser = join(folder, 'browser')
    await writeFile(browser, '#!/bin/sh\necho no display today >&2\nexit 3\n', { mode: 0o755 })
    const running = runApp(
      { ...bench, environment: () => ({ ...bench.environment(), PARLEY_BROWSER: browser }) },
      folder,
    )
    await expect(running.event('loaded')).rejects.toThrow('no display today')
    expect(await running.exited).toBe(1)
  })

  test('playwright closes the app through its own quit', async () => {
    const driven = await driveFixture(bench)
    const child = driven.app.process()
    await driven.app.close()
    expect(child.exitCode).toBe(0)
  })
})
