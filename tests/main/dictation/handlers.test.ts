import { expect, test } from 'vitest'
import type { Dictation } from '../../../src/main/dictation/dictation.ts'
import { createDictationSession } from '../../../src/main/dictation/dictationSession.ts'
import { createDictationHandlers } from '../../../src/main/dictation/handlers.ts'
import { defaultDictationPreferences } from '../../../src/shared/speech/dictation.ts'
import { AppError, toWire } from '../../../src/shared/errors.ts'
import type { Recording } from '../../../src/shared/speech/speech.ts'

const overlay = { windowId: 1 }
const main = { windowId: 2 }
const recording = { id: 'one', state: 'done', text: 'rm -rf', error: null } as Recording
const error = toWire(new AppError('microphoneHangs', 'It does not open'))
const refused = expect.objectContaining({ code: 'forbidden' }) as unknown

function open() {
  const inserted: string[] = []
  const session = createDictationSession({
    recordings: {
      begin: () => Promise.resolve(recording),
      remove: () => Promise.resolve(),
      transcribe: () => Promise.resolve(recording),
      setFinalText: () => Promise.resolve(),
    },
    overlay: { show: () => undefined, hide: () => undefined },
    preferences: () => defaultDictationPreferences,
    polish: (text) => Promise.resolve(text),
    insert(text) {
      inserted.push(text)
      return Promise.resolve('typed')
    },
    hearsLoudspeaker: () => Promise.resolve(false),
    aim: () => undefined,
    broadcast: () => undefined,
    log: () => undefined,
  })
  const isOverlay: Dictation['isOverlay'] = ({ windowId }) => windowId === overlay.windowId
  return {
    session,
    inserted,
    handlers: createDictationHandlers({ session, isOverlay } as Dictation),
  }
}

test('only the page of the overlay says how a dictation goes on', async () => {
  const { handlers, session, inserted } = open()
  const recordingId = 'one'
  session.toggle()
  await expect.poll(() => session.state().state).toBe('opening')
  for (const forbidden of [
    () => handlers.opened({ recordingId }, main),
    () => handlers.lost({ recordingId }, main),
    () => handlers.broke({ recordingId, error }, main),
    () => handlers.readingEnded({ error: null }, main),
  ]) {
    await expect(async () => forbidden()).rejects.toEqual(refused)
  }
  expect(session.state().state).toBe('opening')
  await handlers.opened({ recordingId }, overlay)
  await handlers.broke({ recordingId, error }, overlay)
  expect(session.state()).toMatchObject({ state: 'failed', recordingId })

  await expect(async () => handlers.retry({}, main)).rejects.toEqual(refused)
  expect(inserted).toEqual([])
  await handlers.retry({}, overlay)
  expect(inserted).toEqual(['rm -rf'])
  session.cancel()
})
