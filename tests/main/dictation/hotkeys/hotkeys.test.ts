import { expect, onTestFinished, test } from 'vitest'
import type { KeyEvent, KeyListener } from '../../../../src/main/dictation/hotkeys/holdKey.ts'
import { defaultShortcuts, resolveShortcuts } from '../../../../src/shared/commands.ts'
import { createHotkeys } from '../../../../src/main/dictation/hotkeys/hotkeys.ts'

const f9 = 67

/** Returns a desktop on which another program has taken some keys. */
function desktop(taken: readonly string[] = [], canHear = true) {
  const others = [...taken]
  const told: string[] = []
  const grabbed = new Map<string, () => void>()
  const done: string[] = []
  let heard: Parameters<KeyListener['start']>[0] | undefined
  const hotkeys = createHotkeys({
    globalShortcut: {
      register(accelerator, callback) {
        if (others.includes(accelerator) || grabbed.has(accelerator)) return false
        grabbed.set(accelerator, callback)
        return true
      },
      unregister: (accelerator) => void grabbed.delete(accelerator),
    },
    createListener: () =>
      Promise.resolve({
        codesOf: (key) => (key === 'F9' ? [f9] : []),
        start(listener) {
          heard = listener
          return Promise.resolve()
        },
        stop: () => (heard = undefined),
      }),
    canHear: () => Promise.resolve(canHear),
    ownShortcuts: () => resolveShortcuts({ openMedia: 'CmdOrCtrl+Shift+M' }),
    toggle: () => done.push('toggle'),
    hold: { pressed: () => done.push('pressed'), released: () => done.push('released') },
    readSelection: () => done.push('read'),
    onTaken: (each) => told.push(each.join()),
    retryMilliseconds: 5,
  })
  // Its attempts would go on beside the tests of other files.
  onTestFinished(hotkeys.close)
  const event = (keycode: number): KeyEvent => ({
    keycode,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
  })
  return {
    hotkeys,
    others,
    told,
    grabbed,
    done,
    down: (keycode: number) => heard?.down(event(keycode)),
    up: (keycode: number) => heard?.up(event(keycode)),
  }
}

test('a hotkey that another program has is told, and the old one goes on', async () => {
  const { hotkeys, grabbed, done } = desktop(['Alt+F2'])
  expect(await hotkeys.set('toggle', 'Ctrl+Alt+D')).toBeNull()
  expect(await hotkeys.set('toggle', 'Alt+F2')).toBe('system')
  grabbed.get('Ctrl+Alt+D')?.()
  expect(done).toEqual(['toggle'])
})

test('a listener that cannot be loaded is told, and no other app is blamed', async () => {
  const unloaded: unknown[] = []
  const error = new Error('No native build was found')
  const hotkeys = createHotkeys({
    globalShortcut: { register: () => true, unregister: () => undefined },
    createListener: () => Promise.reject(error),
    toggle: () => undefined,
    hold: { pressed: () => undefined, released: () => undefined },
    readSelection: () => undefined,
    onTaken: () => undefined,
    onUnloaded: (each) => unloaded.push(each),
    ownShortcuts: () => defaultShortcuts,
  })
  onTestFinished(hotkeys.close)
  expect(await hotkeys.set('toggle', 'Ctrl+Alt+D')).toBeNull()
  expect(hotkeys.lacksListener()).toBe(false)
  expect(await hotkeys.set('hold', 'F9')).toBe('listenerMissing')
  expect(await hotkeys.set('hold', 'F9')).toBe('listenerMissing')
  expect(hotkeys.lacksListener()).toBe(true)
  expect(unloaded).toEqual([error])
})

test.each([
  ['CmdOrCtrl+K', 'parley'],
  ['Shift+CmdOrCtrl+M', 'parley'],
  ['Alt+Ctrl+D', 'hotkey'],
  ['Shift+D', 'unsuitable'],
  ['D', 'unsuitable'],
  ['RightAlt', 'unsuitable'],
  ['Ctrl+', 'unsuitable'],
] as const)('%s for reading the selection: %s', async (accelerator, conflict) => {
  const { hotkeys } = desktop()
  await hotkeys.set('toggle', 'Ctrl+Alt+D')
  expect(await hotkeys.set('readSelection', accelerator)).toBe(conflict)
})

test('a key held down repeats, and is one press and one release', async () => {
  const { hotkeys, done, down, up } = desktop()
  expect(await hotkeys.set('hold', 'F9')).toBeNull()
  down(f9)
  down(f9)
  up(f9)
  up(f9)
  expect(done).toEqual(['pressed', 'released'])
})

test('a key that is let go of by Parley itself while it is held is a release', async () => {
  const { hotkeys, done, down } = desktop()
  await hotkeys.set('hold', 'F9')
  down(f9)
  await hotkeys.set('hold', null)
  expect(done).toEqual(['pressed', 'released'])
})

test('suspended, no key is taken; afterwards all are again', async () => {
  const { hotkeys, grabbed } = desktop()
  await hotkeys.apply({ toggle: 'Ctrl+Alt+D', hold: 'F9', readSelection: null })
  await hotkeys.suspend(true)
  expect([...grabbed.keys()]).toEqual([])
  await hotkeys.suspend(false)
  expect([...grabbed.keys()]).toEqual(['Ctrl+Alt+D', 'F9'])
})

test('what could not be taken at the start is known', async () => {
  const { hotkeys } = desktop(['Ctrl+Alt+D'])
  await hotkeys.apply({ toggle: 'Ctrl+Alt+D', hold: null, readSelection: 'Ctrl+Alt+R' })
  expect([...hotkeys.failed()]).toEqual(['toggle'])
})

test('a hotkey that another program has is told, and taken once it is free', async () => {
  const { hotkeys, others, told, grabbed, done } = desktop(['Ctrl+Alt+D'])
  await hotkeys.apply({ toggle: 'Ctrl+Alt+D', hold: null, readSelection: null })
  expect(told).toEqual(['toggle'])
  others.splice(0)
  await expect.poll(() => told).toEqual(['toggle', ''])
  expect([...hotkeys.failed()]).toEqual([])
  grabbed.get('Ctrl+Alt+D')?.()
  expect(done).toEqual(['toggle'])
  hotkeys.close()
})

test('while the user chooses keys, none is tried again', async () => {
  const { hotkeys, others, grabbed } = desktop(['Ctrl+Alt+D'])
  await hotkeys.apply({ toggle: 'Ctrl+Alt+D', hold: null, readSelection: null })
  await hotkeys.suspend(true)
  others.splice(0)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([...grabbed.keys()]).toEqual([])
  await hotkeys.suspend(false)
  expect([...grabbed.keys()]).toEqual(['Ctrl+Alt+D'])
  hotkeys.close()
})

test('a hotkey that the system tells nobody of counts as failed, though it could be taken', async () => {
  const { hotkeys, told, grabbed } = desktop([], false)
  await hotkeys.apply({ toggle: 'Ctrl+Alt+D', hold: 'F9', readSelection: null })
  expect(told).toEqual(['toggle,hold'])
  expect([...grabbed.keys()]).toEqual([])
  expect(await hotkeys.set('toggle', 'Ctrl+Alt+E')).toBe('system')
  hotkeys.close()
})
