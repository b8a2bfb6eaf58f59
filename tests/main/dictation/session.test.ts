import { expect, test } from 'vitest'
import { createDictationSession } from '../../../src/main/dictation/session.ts'
import { defaultDictationPreferences } from '../../../src/shared/dictation.ts'
import type { Recording } from '../../../src/shared/speech.ts'

function open(polish: (text: string) => Promise<string | null> = async (text) => text) {
  const clock = { now: 1000 }
  const windows: string[] = []
  const inserted: string[] = []
  const session = createDictationSession({
    recordings: {
      transcribe: () => Promise.reject(new Error('unused')),
      setFinalText: async () => ({}),
    },
    overlay: { show: () => windows.push('show'), hide: () => windows.push('hide') },
    preferences: () => defaultDictationPreferences,
    polish,
    insert: async (text) => {
      inserted.push(text)
      return 'pasted'
    },
    broadcast: () => undefined,
    log: () => undefined,
    now: () => clock.now,
  })
  return { session, windows, inserted, clock }
}

const recorded = (text: string): Recording =>
  ({ id: 'one', state: 'done', text, error: null }) as Recording

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

test('one press begins, the next stops, and the text is inserted once', async () => {
  const { session, inserted } = open()
  session.toggle()
  session.began('one')
  session.toggle()
  expect(session.state().state).toBe('transcribing')
  // An impatient third press neither begins another dictation nor drops this one.
  session.toggle()
  expect(session.state().state).toBe('transcribing')
  session.follow('one', Promise.resolve(recorded('Hello.')))
  await settle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pasted', text: 'Hello.' })
  expect(inserted).toEqual(['Hello.'])
  session.cancel()
})

test('keys that are only touched record nothing and say so, those held down record', () => {
  const { session, windows, clock } = open()
  session.hold.pressed()
  session.began('one')
  clock.now += 200
  session.hold.released()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'tooShort', error: null })
  expect(windows).toEqual(['show'])
  session.hold.pressed()
  session.began('two')
  clock.now += 800
  session.hold.released()
  expect(session.state().state).toBe('transcribing')
  session.cancel()
})

test('before the microphone is open, a second press cancels, and who lets go hears why', () => {
  const { session, windows, clock } = open()
  session.hold.pressed()
  clock.now += 800
  session.hold.released()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'tooShort', error: null })
  expect(() => session.began('late')).toThrow('No dictation is wanted')
  session.toggle()
  session.toggle()
  expect(session.state()).toMatchObject({ state: 'idle', outcome: null, error: null })
  expect(windows).toEqual(['show', 'show', 'hide'])
})

test('the hold key does not end what the other keys began, and those end what it began', () => {
  const { session, clock } = open()
  session.toggle()
  session.began('one')
  session.hold.pressed()
  clock.now += 800
  session.hold.released()
  expect(session.state().state).toBe('listening')
  session.cancel()
  session.hold.pressed()
  session.began('two')
  session.toggle()
  expect(session.state().state).toBe('transcribing')
  session.hold.released()
  expect(session.state().state).toBe('transcribing')
  session.cancel()
})

test('while a text is being made no key begins another, and Cancel drops what comes late', async () => {
  const { session, inserted } = open()
  session.toggle()
  session.began('one')
  session.toggle()
  session.hold.pressed()
  session.read('Not now.')
  expect(session.state()).toMatchObject({ state: 'transcribing', recordingId: 'one' })
  session.follow('one', Promise.resolve(recorded('Too late.')))
  session.cancel()
  await settle()
  expect(session.state().state).toBe('idle')
  expect(inserted).toEqual([])
})

test('a press after a failure begins anew, and the page of before is not waited for', () => {
  const { session } = open()
  session.toggle()
  session.broke({ code: 'microphoneMissing', message: 'none' })
  expect(session.state().state).toBe('failed')
  session.toggle()
  expect(session.state()).toMatchObject({ state: 'listening', error: null, recordingId: null })
  session.cancel()
  expect(() => session.began('late')).toThrow('No dictation is wanted')
})

test('a clean-up that fails inserts the text as it was spoken, and says so', async () => {
  const { session, inserted } = open(() => Promise.resolve(null))
  session.toggle()
  session.began('one')
  session.follow('one', Promise.resolve(recorded('um Hello.')))
  await settle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pasted', cleanUpFailed: true })
  expect(inserted).toEqual(['um Hello.'])
  session.toggle()
  expect(session.state().cleanUpFailed).toBe(false)
  session.cancel()
})

test('a selection is read until it ends, and whoever dictates ends it', () => {
  const { session, windows } = open()
  session.read('Read me.')
  expect(session.state()).toMatchObject({ state: 'reading', text: 'Read me.' })
  session.readingEnded(null)
  expect(session.state().state).toBe('idle')
  expect(windows).toEqual(['show', 'hide'])

  session.read('')
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'nothingSelected' })
  session.read('Read me.')
  session.toggle()
  expect(session.state()).toMatchObject({ state: 'listening', text: '' })
  // A late end or a new reading does not disturb the speaker.
  session.readingEnded(null)
  session.read('Not now.')
  expect(session.state().state).toBe('listening')
  session.cancel()
})

test('a reading that fails says so', () => {
  const { session } = open()
  session.read('Read me.')
  session.readingEnded({ code: 'voiceMissing', message: 'none' })
  expect(session.state()).toMatchObject({ state: 'failed', error: { code: 'voiceMissing' } })
  session.cancel()
})

test('a microphone that goes away while someone speaks is told beside what was said', async () => {
  const { session, inserted } = open()
  session.toggle()
  session.began('one')
  session.lost('another')
  expect(session.state().microphoneLost).toBe(false)
  session.follow('one', Promise.resolve(recorded('Half a sen')))
  session.lost('one')
  await settle()
  expect(session.state()).toMatchObject({ outcome: 'pasted', microphoneLost: true })
  expect(inserted).toEqual(['Half a sen'])
  session.toggle()
  expect(session.state().microphoneLost).toBe(false)
  session.cancel()
})
