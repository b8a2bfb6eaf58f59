import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../../../src/main/app/migrations.ts'
import {
  insertRecording,
  listRecordingIds,
} from '../../../../src/main/speech/recordings/recordingRow.ts'
import { createRetention } from '../../../../src/main/speech/recordings/retention.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { defaultSpeechPreferences } from '../../../../src/shared/speech/speech.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const graceMilliseconds = 60_000

test('a recording that is transcribed again keeps its text for a whole grace period', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = openDatabase({ path: historyPath(temporaryFolder()), migrations })
  onTestFinished(() => database.close())
  insertRecording(database, {
    id: 'a',
    purpose: 'dictation',
    state: 'done',
    createdAt: 1,
    samples: 16_000,
    language: 'automatic',
    task: 'transcribe',
    engine: null,
    text: 'Here.',
    finalText: null,
    error: null,
  })
  const retention = createRetention({
    database,
    files: { remove: async () => undefined },
    preferences: () => ({ ...defaultSpeechPreferences, historyDays: 0 }),
    isRunning: () => false,
    onErased: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error })
    },
    now: Date.now,
    graceMilliseconds,
  })
  onTestFinished(retention.close)
  retention.startGrace('a')
  await vi.advanceTimersByTimeAsync(graceMilliseconds - 1)
  retention.startGrace('a')
  await vi.advanceTimersByTimeAsync(graceMilliseconds - 1)
  expect(listRecordingIds(database)).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(listRecordingIds(database)).toEqual([])
})
