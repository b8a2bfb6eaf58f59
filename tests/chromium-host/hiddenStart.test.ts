import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { connectX, type XConnection } from '../../chromium-host/x11/connection.ts'
import { packet } from '../../chromium-host/x11/packet.ts'
import { hostOnly } from './contractRuntime.ts'
import { createBench, runApp, type Bench } from './fixtureApp.ts'

const { test: hostTest } = hostOnly('Electron opens no window by itself')

const eventMask = 1 << 11
const substructureNotify = 1 << 19
const notices = { created: 16, mapped: 19, configured: 22 }
/** Byte offsets in an event: of a window's id, and of its position where the event has one. */
const places = { event: { window: 8 }, created: { x: 12 }, configured: { x: 16 } }

let bench: Bench
let x: XConnection

beforeEach(async () => {
  bench = await createBench('headed')
  x = await connectX(bench.environment()['DISPLAY'])
})
afterEach(async () => {
  x.close()
  await bench.close()
})

/** Returns the positions at which windows have been shown, in order. */
function watchShown(): { shown: number[] } {
  const positions = new Map<number, number>()
  const shown: number[] = []
  x.onEvent((event) => {
    const kind = event[0]! & 0x7f
    const window = event.readUInt32LE(places.event.window)
    if (kind === notices.created) positions.set(window, event.readInt16LE(places.created.x))
    if (kind === notices.configured) positions.set(window, event.readInt16LE(places.configured.x))
    if (kind === notices.mapped) shown.push(positions.get(window) ?? 0)
  })
  x.send(packet(2, 0, [x.root, eventMask, substructureNotify]))
  return { shown }
}

hostTest('an app that starts hidden shows nothing until it shows a window', async () => {
  const app = await bench.dataFolder()
  await writeFile(
    join(app, 'main.cjs'),
    `const { app, BrowserWindow, nativeTheme, screen } = require('electron')
     const say = (...event) => process.stdout.write(JSON.stringify(event) + '\\n')
     app.commandLine.appendSwitch('no-startup-window')
     app.whenReady().then(async () => {
       const options = { x: 70, y: 50, width: 420, height: 116, show: false, focusable: false }
       const window = new BrowserWindow(options)
       await window.loadURL('data:text/html,fixture')
       say('hidden', screen.getPrimaryDisplay().size)
       process.once('SIGUSR2', () => {
         window.showInactive()
         say('shown')
       })
     })
     app.on('window-all-closed', () => app.quit())`,
  )
  const { shown } = watchShown()
  await x.sync()
  const running = runApp(bench, await bench.dataFolder(), join(app, 'main.cjs'))
  expect(await running.event('hidden')).toEqual([{ width: 1280, height: 1024 }])
  await x.sync()
  expect(shown.filter((left) => left > -10_000)).toEqual([])
  running.child.kill('SIGUSR2')
  await expect.poll(() => shown.at(-1)).toBe(70)
  running.child.kill('SIGTERM')
  expect(await running.exited).toBe(0)
})
