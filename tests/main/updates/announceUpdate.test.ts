import { expect, test } from 'vitest'
import { announceUpdate } from '../../../src/main/updates/announceUpdate.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const ready = { phase: 'ready', version: '1.3.0' } as const

function open() {
  const settings = createSettings({
    folder: temporaryFolder(),
    openStore: () => ({ write: () => undefined }),
    broadcast: () => undefined,
  })
  const shown: string[] = []
  const look = { isFocused: false }
  const announcement = {
    settings,
    isFocused: () => look.isFocused,
    notify: (version: string) => void shown.push(version),
  }
  return { settings, shown, look, announcement }
}

test('a version that is ready is announced once, and the next one again', () => {
  const { settings, shown, announcement } = open()
  announceUpdate({ phase: 'downloading', version: '1.3.0' }, announcement)
  expect(shown).toEqual([])
  announceUpdate(ready, announcement)
  announceUpdate(ready, announcement)
  // A restart reads it from the settings.
  expect(settings.get().updateMemory.announced).toBe('1.3.0')
  announceUpdate({ ...ready, version: '1.4.0' }, announcement)
  expect(shown).toEqual(['1.3.0', '1.4.0'])
})

test('nothing is announced to someone who looks at the window, or has turned updates off', () => {
  const { settings, shown, look, announcement } = open()
  look.isFocused = true
  announceUpdate(ready, announcement)
  look.isFocused = false
  settings.update({ updates: { automatic: false } })
  announceUpdate(ready, announcement)
  expect(shown).toEqual([])
  settings.update({ updates: { automatic: true } })
  announceUpdate(ready, announcement)
  expect(shown).toEqual(['1.3.0'])
})
