import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSpeechInHistory } from '../../../../src/main/speech/speechInHistory.ts'
import { createRecordingFiles } from '../../../../src/main/speech/recordings/recordingFiles.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { sampleRate } from '../../../../src/shared/speech/audio.ts'
import { defaultSpeechPreferences } from '../../../../src/shared/speech/speech.ts'

/** A report by the process: one line of JSON. */
export type Report = { type: 'begun'; id: string } | { type: 'heard'; samples: number; at: number }

function report(line: Report): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const never = (): Promise<never> => new Promise<never>(() => undefined)

/** Records in pieces of a tenth of a second, as fast as someone speaks, and marks each second. */
async function recordFor(folder: string): Promise<void> {
  const database = openDatabase({ path: historyPath(folder), migrations })
  const { recordings } = createSpeechInHistory(database, {
    files: createRecordingFiles(join(folder, 'recordings')),
    engines: { list: never, choose: never, problem: never, transcribe: never },
    preferences: () => defaultSpeechPreferences,
    locale: () => 'en-US',
    broadcast: () => undefined,
    log: () => undefined,
  })
  const { id } = await recordings.begin({ purpose: 'dictation' })
  report({ type: 'begun', id })
  const pieceSamples = sampleRate / 10
  for (let count = 0; ; count += 1) {
    const offset = count * pieceSamples
    const piece = Int16Array.from({ length: pieceSamples }, (_, index) => (offset + index) % 20_000)
    report({
      type: 'heard',
      samples: offset + pieceSamples,
      at: performance.timeOrigin + performance.now(),
    })
    void recordings.append(id, offset, new Uint8Array(piece.buffer))
    if (count === 10) void recordings.mark(id, 0, sampleRate)
    await wait(100)
  }
}

const [, , folder] = process.argv
if (folder !== undefined) await recordFor(folder)
