import { expect, test } from 'vitest'
import { createDictationSession } from '../../../src/main/dictation/dictationSession.ts'
import { defaultDictationPreferences } from '../../../src/shared/speech/dictation.ts'
import type { InsertionOutcome } from '../../../src/shared/speech/dictation.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { Recording } from '../../../src/shared/speech/speech.ts'

interface Parts {
  hearsLoudspeaker?: () => Promise<boolean>
  begin?: () => Promise<Recording>
  polish?: (text: string) => Promise<string | null>
  insert?: (text: string) => Promise<InsertionOutcome>
}

function open(parts: Parts = {}) {
  const clock = { now: 1000 }
  const windows: string[] = []
  const inserted: string[] = []
  const removed: string[] = []
  let begun = 0
  const { begin = async () => recorded('', ids[begun++]), ...rest } = parts
  const session = createDictationSession({
    recordings: {
      begin,
      remove: async (id) => removed.push(id),
      transcribe: () => Promise.reject(new Error('unused')),
      setFinalText: async () => ({}),
    },
    overlay: { show: () => windows.push('show'), hide: () => windows.push('hide') },
    preferences: () => defaultDictationPreferences,
    polish: async (text) => text,
    insert: async (text) => {
      inserted.push(text)
      return 'pasted'
    },
    hearsLoudspeaker: () => Promise.resolve(false),
    aim: () => undefined,
    broadcast: () => undefined,
    log: () => undefined,
    now: () => clock.now,
    ...rest,
  })
  return { session, windows, inserted, removed, clock }
}

const ids = ['one', 'two', 'three']

const recorded = (text: string, id = 'one'): Recording =>
  ({ id, state: 'done', text, error: null }) as Recording

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

test('one press begins, the next stops, and the text is inserted once', async () => {
  const { session, inserted, clock } = open()
  session.toggle()
  await settle()
  session.opened('one')
  clock.now += 800
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

test('keys that are only touched record nothing and say so, those held down record', async () => {
  const { session, windows, removed, clock } = open()
  session.hold.pressed()
  await settle()
  session.opened('one')
  clock.now += 200
  session.hold.released()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'tooShort' })
  expect(removed).toEqual(['one'])
  expect(windows).toEqual(['show'])
  session.hold.pressed()
  await settle()
  session.opened('two')
  clock.now += 800
  session.hold.released()
  expect(session.state().state).toBe('transcribing')
  session.cancel()
})

test('before the microphone is open, a second press or a release says why nothing was recorded', async () => {
  const { session, windows, removed, clock } = open()
  session.hold.pressed()
  await settle()
  expect(session.state()).toEqual({ state: 'opening', recordingId: 'one' })
  clock.now += 800
  session.hold.released()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'tooShort' })
  session.opened('one')
  expect(session.state().state).toBe('done')
  session.toggle()
  session.toggle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pressedTwice' })
  await settle()
  // A recording that begins after its dictation has ended is deleted too.
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pressedTwice' })
  expect(removed).toEqual(['one', 'two'])
  expect(windows).toEqual(['show', 'show'])
  session.cancel()
})

test('a key pressed twice at once says so, though the microphone was open already', async () => {
  const { session, removed, clock } = open()
  session.toggle()
  await settle()
  session.opened('one')
  clock.now += 150
  session.toggle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pressedTwice' })
  expect(removed).toEqual(['one'])
  session.cancel()
})

test('a default input that records the loudspeaker is named where nothing was heard', async () => {
  const { session } = open({ hearsLoudspeaker: () => Promise.resolve(true) })
  session.toggle()
  await settle()
  session.opened('one')
  session.follow('one', Promise.resolve(recorded('')))
  await settle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'loudspeakerHeard' })
  session.cancel()
})

test('a recording that can not begin is told, and a page hears of none', async () => {
  const { session } = open({ begin: () => Promise.reject(new AppError('diskFull', 'Full')) })
  session.toggle()
  expect(session.state()).toEqual({ state: 'starting' })
  await settle()
  expect(session.state()).toMatchObject({
    state: 'failed',
    error: { code: 'diskFull' },
    recordingId: null,
  })
  session.cancel()
})

test('the hold key does not end what the other keys began, and those end what it began', async () => {
  const { session, clock } = open()
  session.toggle()
  await settle()
  session.opened('one')
  session.hold.pressed()
  clock.now += 800
  session.hold.released()
  expect(session.state().state).toBe('listening')
  session.cancel()
  session.hold.pressed()
  await settle()
  session.opened('two')
  clock.now += 800
  session.toggle()
  expect(session.state().state).toBe('transcribing')
  session.hold.released()
  expect(session.state().state).toBe('transcribing')
  session.cancel()
})

test('while a text is being made no key begins another, and Cancel drops what comes late', async () => {
  const { session, inserted, clock } = open()
  session.toggle()
  await settle()
  session.opened('one')
  clock.now += 800
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

test('a press after a failure begins anew, and the page of before is not waited for', async () => {
  const { session, removed } = open()
  const error = { code: 'microphoneMissing', message: 'none' } as const
  session.toggle()
  await settle()
  session.broke('one', error)
  expect(session.state()).toEqual({ state: 'failed', error, recordingId: null })
  expect(removed).toEqual(['one'])
  session.toggle()
  await settle()
  session.broke('one', error)
  session.opened('one')
  expect(session.state()).toEqual({ state: 'opening', recordingId: 'two' })
  session.opened('two')
  session.crashed(error)
  // The recording up to the crash is kept.
  expect(session.state()).toEqual({ state: 'failed', error, recordingId: 'two' })
  expect(removed).toEqual(['one'])
  session.cancel()
})

test('a dictation that is cancelled while its text is inserted does not disturb the next', async () => {
  const inserting = Promise.withResolvers<InsertionOutcome>()
  const { session, removed } = open({ insert: () => inserting.promise })
  session.toggle()
  await settle()
  session.opened('one')
  session.follow('one', Promise.resolve(recorded('Hello.')))
  await settle()
  expect(session.state()).toEqual({ state: 'inserting', recordingId: 'one', text: 'Hello.' })
  session.cancel()
  session.toggle()
  await settle()
  inserting.resolve('pasted')
  await settle()
  expect(session.state()).toEqual({ state: 'opening', recordingId: 'two' })
  session.cancel()
  // The finished text stays in the history.
  expect(removed).toEqual(['two'])
})

test('a clean-up that fails inserts the text as it was spoken, and says so', async () => {
  const { session, inserted } = open({ polish: () => Promise.resolve(null) })
  session.toggle()
  await settle()
  session.opened('one')
  session.follow('one', Promise.resolve(recorded('um Hello.')))
  await settle()
  expect(session.state()).toMatchObject({ state: 'done', outcome: 'pasted', cleanUpFailed: true })
  expect(inserted).toEqual(['um Hello.'])
  session.toggle()
  await settle()
  session.opened('two')
  session.follow('two', Promise.reject(new AppError('aborted', 'Cut off')))
  await settle()
  expect(session.state()).toMatchObject({ state: 'failed', recordingId: 'two' })
  session.cancel()
})

test('a selection is read until it ends, and whoever dictates ends it', async () => {
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
  expect(session.state()).toEqual({ state: 'starting' })
  // A late end or a new reading does not disturb the speaker.
  session.readingEnded(null)
  session.read('Not now.')
  expect(session.state().state).toBe('starting')
  session.cancel()
})

test('a reading that fails says so', async () => {
  const { session } = open()
  session.read('Read me.')
  session.readingEnded({ code: 'voiceMissing', message: 'none' })
  expect(session.state()).toMatchObject({ state: 'failed', error: { code: 'voiceMissing' } })
  session.cancel()
})

test('a microphone that goes away while someone speaks is told beside what was said', async () => {
  const { session, inserted } = open()
  session.toggle()
  await settle()
  session.opened('one')
  session.follow('one', Promise.resolve(recorded('Half a sen')))
  session.lost('one')
  await settle()
  expect(session.state()).toMatchObject({ outcome: 'pasted', microphoneLost: true })
  expect(inserted).toEqual(['Half a sen'])
  session.toggle()
  await settle()
  session.opened('two')
  session.lost('one')
  session.follow('two', Promise.resolve(recorded('Whole.', 'two')))
  await settle()
  expect(session.state()).toMatchObject({ outcome: 'pasted', microphoneLost: false })
  session.cancel()
})
