import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasProgram } from '../../../../src/main/dictation/hasProgram.ts'
import { createWatchField } from '../../../../src/main/dictation/insertion/accessibleField.ts'
import {
  createHeldClipboard,
  type ClipboardPart,
} from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/inserter.ts'
import type { Keystrokes } from '../../../../src/main/dictation/insertion/keystrokes.ts'
import { makePlainItem } from '../../../../src/main/dictation/insertion/wlClipboard.ts'
import { createX11Keystrokes } from '../../../../src/main/dictation/insertion/x11Keystrokes.ts'
import { startVirtualDisplay } from '../../../../scripts/display.mjs'
import { openZenity, run, xdotool, type OtherApp } from '../../../e2e/desktop.ts'

type Display = Awaited<ReturnType<typeof startVirtualDisplay>>

const isComplete = ['zenity', 'gdbus', 'xdotool', 'xclip', 'xprop'].every((name) =>
  hasProgram(name),
)
const text = 'Hello out there.'
const keystrokes = createX11Keystrokes()

/** Inserts a text with X's keys. `serves` is whether the clipboard gives it out. */
function inserting(changed: Partial<Keystrokes> = {}, serves = true) {
  let left: string | undefined
  const copy = async (content: string): Promise<void> => {
    const serve = 'exec xclip -in -selection clipboard > /dev/null 2>&1'
    if (serves) await run('sh', ['-c', serve], Buffer.from(content))
  }
  const part: ClipboardPart = {
    read: () => Promise.resolve([]),
    write: async ([item]) => {
      const blob = await item?.getType('text/plain')
      await copy(blob instanceof Blob ? await blob.text() : '')
    },
    writeText: (content) => Promise.resolve(void (left = content)),
    clear: () => undefined,
  }
  const inserter = createInserter({
    clipboard: createHeldClipboard(part, makePlainItem),
    primarySelection: null,
    keystrokes: { ...keystrokes, ...changed },
    watchField: createWatchField(),
    compose: () => undefined,
    log: () => undefined,
  })
  return {
    left: () => left,
    insert: async (way: 'type' | 'paste', what = text) => {
      const outcome = await inserter.insert(what, way)
      await inserter.flush()
      return outcome
    },
  }
}

describe.skipIf(process.platform !== 'linux' || !isComplete)('a field of GTK', () => {
  let zenity: OtherApp
  let display: Display
  // Other tests have the keyboard of the session's own screen.
  beforeAll(async () => {
    display = await startVirtualDisplay()
    vi.stubEnv('DISPLAY', display.name)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await display.stop()
  })
  beforeEach(async () => {
    zenity = await openZenity({ accessible: true })
    const front = await keystrokes.front()
    await vi.waitFor(async () => expect(await createWatchField()(front!)).toBeDefined(), {
      timeout: 20_000,
    })
  })
  afterEach(() => zenity.close())

  test.each(['type', 'paste'] as const)('tells that all has come (%s)', async (way) => {
    const { insert, left } = inserting()
    expect(await insert(way)).toBe(way === 'type' ? 'typed' : 'pasted')
    expect(left()).toBeUndefined()
    expect(await zenity.written()).toBe(text)
  })

  test('tells how much of typed text has come', async () => {
    const { insert, left } = inserting({
      type: (whole) => keystrokes.type(whole.slice(0, 5) as typeof whole, { id: '' }),
    })
    expect(await insert('type')).toBe('arrivedInPart')
    expect(left()).toBe(text)
  })

  test('tells of text that was not pasted', async () => {
    execFileSync('xclip', ['-selection', 'clipboard', '/dev/null'], { stdio: 'ignore' })
    const { insert, left } = inserting({}, false)
    expect(await insert('paste')).toBe('waitsInClipboard')
    expect(left()).toBe(text)
  })

  test('counts what takes the place of a selection', async () => {
    const { insert, left } = inserting()
    expect(await insert('type', 'What stood here before, longer than the rest')).toBe('typed')
    await xdotool('key', 'ctrl+a')
    expect(await insert('type')).toBe('typed')
    expect(left()).toBeUndefined()
    expect(await zenity.written()).toBe(text)
  })
})

describe('an app that tells nothing', () => {
  const answers: Record<string, string> = {
    NameHasOwner: '(true,)',
    GetAddress: "('unix:path=/tmp/bus',)",
    GetChildren: "([(':1.4', objectpath '/org/a11y/atspi/accessible/root')],)",
    GetConnectionUnixProcessID: '(uint32 7,)',
    Get: "(<'gtk'>,)",
    GetMatches: "([(':1.4', objectpath '/org/a11y/atspi/accessible/9')],)",
    GetRole: '(uint32 61,)',
    GetNSelections: '(0,)',
  }
  const watched = (changed: Record<string, string>, pid = 7) =>
    createWatchField((_program, given) => {
      const method = given[given.indexOf('--method') + 1]?.split('.').at(-1) ?? ''
      return Promise.resolve({ ...answers, ...changed }[method] ?? '')
    })({ id: 'some', pid })

  test.each([
    ['no bus', { NameHasOwner: '(false,)' }],
    ['a browser', { Get: "(<'Chromium'>,)" }],
    ['no field', { GetMatches: '(@a(so) [],)' }],
    ['a field for a password', { GetRole: '(uint32 40,)' }],
    ['nonsense', { GetNSelections: 'Error' }],
  ])('%s', async (_case, changed) => {
    expect(await watched({})).toBeDefined()
    expect(await watched(changed)).toBeUndefined()
  })

  test('another process', async () => expect(await watched({}, 8)).toBeUndefined())
  test('no program to ask with', async () => {
    const missing = createWatchField(() => Promise.reject(new Error('gdbus is missing')))
    expect(await missing({ id: 'some', pid: 7 })).toBeUndefined()
  })
})
