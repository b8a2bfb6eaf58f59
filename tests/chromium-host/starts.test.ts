import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modes } from './contractRuntime.ts'
import { createBench, processesWith, runApp } from './fixtureApp.ts'

const starts = 5
const testMilliseconds = 120_000

/** Adds a frame right after the load, which crashed pages whose window had opened on a network address. */
const main = `
import { app, BrowserWindow, protocol } from 'electron'
const html = { headers: { 'content-type': 'text/html' } }
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.whenReady().then(async () => {
  protocol.handle('app', () => new Response('<p>frame or page', html))
  const window = new BrowserWindow({ width: 600, height: 400 })
  window.webContents.on('render-process-gone', () => app.exit(9))
  await window.loadURL('app://starts/index.html')
  const text = await window.webContents.executeJavaScript(\`new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.src = '/frame.html'
    frame.onload = () => resolve(frame.contentDocument.body.textContent)
    document.body.append(frame)
  })\`)
  process.stdout.write(JSON.stringify(['framed', text]) + '\\n')
  app.quit()
})`

let app: string

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'chromium-host-'))
  await writeFile(
    join(app, 'package.json'),
    '{ "name": "starts", "type": "module", "main": "main.js" }',
  )
  await writeFile(join(app, 'main.js'), main)
})
afterAll(() => rm(app, { recursive: true, force: true }))

test.concurrent.each(modes)(
  `%s, ${starts} starts in a row bring up a page that takes a frame at once`,
  async (mode) => {
    const bench = await createBench(mode)
    try {
      const folder = await bench.dataFolder()
      for (let start = 0; start < starts; start++) {
        const running = runApp(bench, folder, app)
        expect(await running.event('framed')).toEqual(['frame or page'])
        expect(await running.exited).toBe(0)
      }
      expect(await processesWith(folder)).toEqual([])
    } finally {
      await bench.close()
    }
  },
  testMilliseconds,
)
