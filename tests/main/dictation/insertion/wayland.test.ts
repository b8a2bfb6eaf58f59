import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createHeldClipboard,
  keepsCopied,
} from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { hasProgram } from '../../../../src/main/dictation/hasProgram.ts'
import { createWatchField } from '../../../../src/main/dictation/insertion/accessibleField.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/inserter.ts'
import { oneLine } from '../../../../src/main/dictation/insertion/oneLine.ts'
import { waylandFront } from '../../../../src/main/dictation/insertion/waylandFront.ts'
import { createWaylandKeystrokes } from '../../../../src/main/dictation/insertion/waylandKeystrokes.ts'
import {
  createWlClipboard,
  makePlainItem,
} from '../../../../src/main/dictation/insertion/wlClipboard.ts'
import { hasShortcutPortal, takesKeys } from '../../../../src/main/dictation/waylandFacts.ts'
import { hasSway, startSway } from './startSway.ts'

const text = '“Quoted” – naïve 你好.'

/** Opens a terminal whose program writes what arrives. */
function openFoot(): { pid: number; written: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-foot-'))
  const file = join(folder, 'written')
  const program = `stty -icanon -echo; cat > '${file}'`
  const foot = spawn('foot', ['-e', 'sh', '-c', program], { stdio: 'ignore' })
  onTestFinished(() => {
    foot.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return { pid: foot.pid!, written: () => readFileSync(file, 'utf8') }
}

test.skipIf(!hasSway)('a round trip through sway', { timeout: 60_000 }, async () => {
  await startSway()
  const keystrokes = createWaylandKeystrokes()
  expect(await keystrokes.front()).toBeNull()
  expect(await takesKeys()).toBe(true)
  const foot = openFoot()
  const patient = { timeout: 20_000 }
  const app = await vi.waitFor(async () => {
    const front = await keystrokes.front()
    expect(front).toMatchObject({ id: 'foot', pid: foot.pid })
    foot.written()
    return front!
  }, patient)

  const clipboard = createWlClipboard('clipboard')
  const held = createHeldClipboard(clipboard, makePlainItem)
  await clipboard.writeText('what I had')
  expect(await keepsCopied(clipboard, held)).toBe(true)
  expect(await clipboard.readText()).toBe('what I had')

  await held.lend(text)
  await keystrokes.paste(app)
  await vi.waitFor(() => expect(foot.written()).toBe(text), patient)
  await held.giveBack()
  expect(await clipboard.readText()).toBe('what I had')

  await keystrokes.type(oneLine(text), app)
  await vi.waitFor(() => expect(foot.written()).toBe(text + text), patient)
})

test.skipIf(!hasSway || !hasProgram('zenity'))(
  'what arrives in a field of GTK is counted',
  { timeout: 60_000 },
  async () => {
    await startSway()
    const env = { ...process.env, GDK_BACKEND: 'wayland', NO_AT_BRIDGE: '0' }
    const zenity = spawn('zenity', ['--entry'], { stdio: 'ignore', env })
    // Headless sway has no keyboard of its own, without which GTK gives no field the focus.
    const keyboard = spawn('wtype', ['-s', '60000'], { stdio: 'ignore' })
    onTestFinished(() => {
      zenity.kill()
      keyboard.kill()
    })
    const keystrokes = createWaylandKeystrokes()
    const { app, field } = await vi.waitFor(
      async () => {
        const front = await keystrokes.front()
        const watched = front && (await createWatchField()(front))
        expect(watched).toBeTruthy()
        return { app: front!, field: watched! }
      },
      { timeout: 20_000 },
    )
    await keystrokes.type(oneLine(text), app)
    expect(await field.arrived(Array.from(text).length)).toBe(Array.from(text).length)
    expect(await field.arrived(100)).toBe(Array.from(text).length)
  },
)

test.skipIf(!hasSway)('what another program copied meanwhile stays', async () => {
  await startSway()
  const clipboard = createWlClipboard('clipboard')
  const held = createHeldClipboard(clipboard, makePlainItem)
  await held.lend(text)
  await createWlClipboard('clipboard').writeText('newer')
  await held.giveBack()
  expect(await clipboard.readText()).toBe('newer')
  // An empty clipboard is empty again.
  clipboard.clear()
  await vi.waitFor(async () => expect(await clipboard.readText()).toBe(''))
  expect(await keepsCopied(clipboard, held)).toBe(true)
  await vi.waitFor(async () => expect(await clipboard.readText()).toBe(''))
})

test.skipIf(process.platform !== 'linux')(
  'without a compositor nothing works, and nothing fails',
  async () => {
    vi.stubEnv('WAYLAND_DISPLAY', 'none')
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
    onTestFinished(() => void vi.unstubAllEnvs())
    const clipboard = createWlClipboard('clipboard')
    expect(await keepsCopied(clipboard, createHeldClipboard(clipboard, makePlainItem))).toBe(false)
    expect(await takesKeys()).toBe(false)
    expect(await hasShortcutPortal()).toBe(false)
    const composed: string[] = []
    const inserter = createInserter({
      clipboard: createHeldClipboard(clipboard, makePlainItem),
      primarySelection: null,
      keystrokes: createWaylandKeystrokes(),
      watchField: createWatchField(),
      compose: (each) => void composed.push(each),
      log: () => undefined,
    })
    expect(await inserter.insert(text, 'paste')).toBe('sentToParley')
    expect(composed).toEqual([text])
  },
)

const unknown = { id: '' }
test('the window in front, as each compositor tells it', async () => {
  const answers = (answer: string) => () => Promise.resolve(answer)
  const sway = { SWAYSOCK: '/run/sway' }
  const leaf = { id: 7, focused: true, pid: 12, nodes: [], floating_nodes: [] }
  const tree = (node: object) =>
    answers(JSON.stringify({ id: 1, focused: false, nodes: [], floating_nodes: [node] }))
  expect(await waylandFront(sway, tree({ ...leaf, app_id: 'Foot' }))).toEqual({
    id: 'foot',
    window: '7',
    pid: 12,
  })
  const ofX = { ...leaf, app_id: null, window_properties: { class: 'XTerm' } }
  expect(await waylandFront(sway, tree(ofX))).toMatchObject({ id: 'xterm' })
  expect(await waylandFront(sway, tree(leaf))).toBeNull()
  expect(await waylandFront(sway, answers('nonsense'))).toEqual(unknown)
  const hyprland = { HYPRLAND_INSTANCE_SIGNATURE: 'one' }
  const window = JSON.stringify({ address: '0x5', class: 'kitty', pid: 12 })
  expect(await waylandFront(hyprland, answers(window))).toEqual({
    id: 'kitty',
    window: '0x5',
    pid: 12,
  })
  expect(await waylandFront(hyprland, answers('{}'))).toBeNull()
  expect(await waylandFront({}, answers(''))).toEqual(unknown)
})
