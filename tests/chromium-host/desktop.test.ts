import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { ClipboardItem, createClipboard } from '../../chromium-host/clipboard.ts'
import { createGlobalShortcut } from '../../chromium-host/globalShortcut.ts'
import { connectX, type XConnection } from '../../chromium-host/x11/connection.ts'
import { findCookie, parseDisplay } from '../../chromium-host/x11/display.ts'
import { hostOnly } from './contractRuntime.ts'
import { startDisplay, type Display } from './display.ts'

const { describe, test } = hostOnly('this is a module of the host')

let display: Display
let x: XConnection
const before = process.env['DISPLAY']

beforeAll(async () => {
  display = await startDisplay()
  process.env['DISPLAY'] = display.name
  x = await connectX()
})
afterAll(async () => {
  x.close()
  await display.close()
  if (before === undefined) delete process.env['DISPLAY']
  else process.env['DISPLAY'] = before
})

async function run(command: string, given: string[], input?: Uint8Array): Promise<Buffer> {
  const child = spawn(command, given, { stdio: ['pipe', 'pipe', 'ignore'], timeout: 5000 })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.stdin.end(input)
  await once(child, 'close')
  return Buffer.concat(pieces)
}

const paste = (type: string): Promise<Buffer> =>
  run('xclip', ['-selection', 'clipboard', '-target', type, '-o'])

describe('the clipboard', () => {
  test('is read by other programs, in every format of an item', async () => {
    const clipboard = createClipboard(() => Promise.resolve(x))
    const hint = 'electron application/osclipboard;format="x-kde-passwordManagerHint"'
    const item = new ClipboardItem({ 'text/plain': 'Grüße ✓', [hint]: 'secret' })
    await clipboard.write([item as never])
    expect((await paste('UTF8_STRING')).toString()).toBe('Grüße ✓')
    expect((await paste('x-kde-passwordManagerHint')).toString()).toBe('secret')
  })

  test('gives what another program has copied, however large, and gives it back', async () => {
    const clipboard = createClipboard(() => Promise.resolve(x))
    const image = randomBytes(2_000_000)
    const owner = spawn('xclip', ['-quiet', '-selection', 'clipboard', '-target', 'image/png'])
    owner.stdin.end(image)
    await expect.poll(() => clipboard.has('image/png')).toBe(true)
    const items = await clipboard.read()
    const blob = await items[0]?.getType('image/png')
    expect(Buffer.from(await blob!.arrayBuffer()).equals(image)).toBe(true)
    await clipboard.write(items)
    expect((await paste('image/png')).equals(image)).toBe(true)
    owner.kill()
  })

  test('is empty when it is cleared', async () => {
    const clipboard = createClipboard(() => Promise.resolve(x))
    await clipboard.writeText('something')
    clipboard.clear()
    await expect.poll(() => clipboard.readText()).toBe('')
    expect(await clipboard.read()).toEqual([])
  })
})

describe('global shortcuts', () => {
  test('are heard wherever the keyboard is, and only once taken', async () => {
    const shortcuts = createGlobalShortcut()
    let pressed = 0
    expect(shortcuts.register('CmdOrCtrl+Alt+D', () => (pressed += 1))).toBe(true)
    expect(createGlobalShortcut().register('CmdOrCtrl+Alt+D', () => undefined)).toBe(false)
    await run('xdotool', ['key', 'ctrl+alt+d'])
    await expect.poll(() => pressed).toBe(1)
    shortcuts.unregister('CmdOrCtrl+Alt+D')
    expect(createGlobalShortcut().register('CmdOrCtrl+Alt+D', () => undefined)).toBe(true)
  })

  test('are refused where there is no such key', () => {
    expect(createGlobalShortcut().register('Ctrl+NoSuchKey', () => undefined)).toBe(false)
  })
})

test('a display is reached without its file, which the end of another server may have taken', async () => {
  const other = await startDisplay()
  rmSync(`/tmp/.X11-unix/X${other.name.slice(1)}`)
  const connection = await connectX(other.name)
  connection.close()
  await other.close()
})

test('a display is read from its name, and its cookie from the file', () => {
  expect(parseDisplay(':7')).toMatchObject({ number: '7' })
  expect(parseDisplay(':7')?.places.at(-1)).toEqual({ path: '/tmp/.X11-unix/X7' })
  expect(parseDisplay('far:1.0')).toEqual({ places: [{ host: 'far', port: 6001 }], number: '1' })
  expect(parseDisplay('')).toBeUndefined()
  const field = (text: string): Buffer => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, Buffer.from(text)])
  }
  const entry = (number: string, cookie: string): Buffer =>
    Buffer.concat([
      Buffer.from([1, 0]),
      ...['host', number, 'MIT-MAGIC-COOKIE-1', cookie].map(field),
    ])
  const file = Buffer.concat([entry('6', 'wrong'), entry('7', 'right')])
  expect(findCookie(file, '7')?.toString()).toBe('right')
  expect(findCookie(file, '8')).toBeUndefined()
})
