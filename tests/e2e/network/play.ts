import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openSession } from '../../../scripts/session.mjs'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { xdotool } from '../desktop.ts'
import { launch, providerAt, root } from '../launch.ts'
import { seedChat } from '../seedChat.ts'
import { watchNetwork, type Traffic } from './watchedNetwork.ts'

/**
 * Runs in a separate network namespace: uses Parley from start to end and prints what reached the
 * network. With `node play.ts driven` Playwright uses the app; with `node play.ts alone` a mouse
 * and a keyboard do, which know nothing of the page.
 */

/** Chromium's own traffic happens within the first seconds, or waits for others. */
const quietMilliseconds = Number(process.env['PARLEY_QUIET_MILLISECONDS'] ?? 15_000)
/** Coordinates in the window as it opens. */
const chatRow = [180, 135] as const
const field = [600, 703] as const
const patienceMilliseconds = 30_000
const link = 'https://pressed.example/a'
const answer = `[A link](${link}) and ${'[more](https://pressed.example/b) '.repeat(400)}`

const folder = seedChat('Links', ['Where?', answer])
const programs = mkdtempSync(join(tmpdir(), 'parley-programs-'))
const openedFile = join(programs, 'opened')

/** Installs a stand-in for the system's browser. */
function standInForBrowser(): void {
  const program = join(programs, 'xdg-open')
  writeFileSync(program, `#!/bin/sh\necho "$1" >> '${openedFile}'\n`)
  chmodSync(program, 0o755)
  process.env['PATH'] = programs + delimiter + (process.env['PATH'] ?? '')
}

const isOpened = (): boolean => existsSync(openedFile)

/** Repeats the click until the system's browser was asked for: the page may not listen yet. */
async function pressUntilOpened(press: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds
  while (!isOpened()) {
    if (Date.now() > deadline) throw new Error('No link was opened')
    await press()
    await delay(500)
  }
}

async function useByPlaywright(origin: string): Promise<void> {
  const { page, composer, last, send, close } = await launch({
    folder,
    settings: settingsAt(origin),
  })
  await composer.waitFor()
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Links').click()
  const pressed = last('Assistant').getByText('A link')
  await pressed.hover()
  await pressUntilOpened(() => pressed.click())
  await composer.pressSequentially('https://typed.example/ typed')
  await send('Another question')
  await last('Assistant').getByText('Another question').waitFor()
  // A page that attacks its user, past every sanitizer.
  await page.evaluate(reachOut)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  for (const field of await page.getByRole('textbox').all()) {
    if (await field.isEditable()) await field.pressSequentially('typed.example')
  }
  await delay(quietMilliseconds)
  await close()
}

async function useByHand(origin: string): Promise<void> {
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settingsAt(origin)))
  const app = spawn(join(root, 'chromium-host/electron'), ['.', `--user-data-dir=${folder}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve) => app.once('close', resolve))
  const title = ['--sync', '--onlyvisible', '--name', 'Parley']
  const window = (await xdotool('search', ...title)).split('\n').at(-1) ?? ''
  const press = (x: number, y: number): Promise<string> =>
    xdotool('mousemove', '--window', window, String(x), String(y), 'click', '1')
  await pressUntilOpened(async () => {
    await press(...chatRow)
    await delay(1000)
    // Links fill the page once the chat is open; before that there is nothing to click.
    for (let y = 70; y < 120 && !isOpened(); y += 7) await press(600, y)
  })
  await press(...field)
  await xdotool('type', 'https://typed.example/ typed')
  await delay(quietMilliseconds)
  app.kill('SIGTERM')
  await ended
}

/** Tries every way by which a page can cause a look-up or a request. */
function reachOut(): void {
  const head = (html: string): void => document.head.insertAdjacentHTML('beforeend', html)
  const body = (html: string): void => document.body.insertAdjacentHTML('beforeend', html)
  for (const relation of [
    'dns-prefetch',
    'preconnect',
    'prefetch',
    'preload',
    'icon',
    'manifest',
  ]) {
    head(`<link rel="${relation}" as="image" href="https://${relation}.example/x">`)
  }
  head('<link rel="stylesheet" href="https://sheet.example/x.css">')
  head(`<style>@import 'https://import.example/x'; @font-face { font-family: f;
    src: url(https://font.example/x) } body { background: url(https://css.example/x) }</style>`)
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  rules.text = JSON.stringify({ prefetch: [{ urls: ['https://speculation.example/x'] }] })
  document.head.append(rules)
  body('<p style="font-family: f">x</p><img src="https://203.0.113.20/x">')
  body('<svg><image href="https://svg.example/x"/><use href="https://use.example/x#a"/></svg>')
  body('<form action="https://form.example/x" id="out"><input name="a"></form>')
  body('<iframe src="https://frame.example/x"></iframe><object data="https://object.example/x">')
  body('<video src="https://video.example/x" poster="https://poster.example/x"></video>')
  body('<a href="https://anchor.example/x" ping="https://ping.example/x" id="anchor">a</a>')
  document.querySelector<HTMLFormElement>('#out')?.submit()
  document.querySelector<HTMLElement>('#anchor')?.click()
  navigator.sendBeacon('https://beacon.example/x')
  for (const address of [
    'https://fetch.example/x',
    'https://203.0.113.21/',
    'https://[2001:db8::1]/',
  ]) {
    fetch(address).catch(() => undefined)
  }
  const attempts = [
    () => new WebSocket('wss://socket.example/x'),
    () => new EventSource('https://events.example/x'),
    () => new WebTransport('https://transport.example/x'),
    () => new Worker('https://worker.example/x.js'),
    () => open('https://window.example/x'),
  ]
  for (const attempt of attempts) {
    try {
      attempt()
    } catch {
      // Refused, as it should be.
    }
  }
  for (const html of ['', '<p>x', '<iframe></iframe>']) {
    const frame = document.createElement('iframe')
    if (html) frame.srcdoc = html
    document.body.append(frame)
    const Connection = (frame.contentWindow as (Window & Partial<typeof globalThis>) | null)
      ?.RTCPeerConnection
    if (!Connection) continue
    const connection = new Connection({ iceServers: [{ urls: 'stun:203.0.113.22:3478' }] })
    connection.createDataChannel('out')
    void connection.setLocalDescription()
  }
  head('<meta http-equiv="refresh" content="0; url=https://refresh.example/x">')
}

function settingsAt(origin: string): Record<string, unknown> {
  return {
    language: 'en-US',
    providers: [providerAt(origin)],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  }
}

async function play(mode: string): Promise<Traffic> {
  const network = await watchNetwork()
  standInForBrowser()
  const session = await openSession(process.env)
  Object.assign(process.env, session.env)
  const server = await startFakeOpenAi()
  try {
    await (mode === 'driven' ? useByPlaywright : useByHand)(server.origin)
  } finally {
    await server.close()
    await session.close()
  }
  const traffic = network.traffic()
  await network.prove()
  return traffic
}

try {
  const outcome = await play(process.argv[2] ?? '')
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  rmSync(programs, { recursive: true, force: true })
}
process.exit(0)
