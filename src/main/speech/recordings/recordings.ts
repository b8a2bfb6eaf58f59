import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { Locale } from '../../../shared/languages.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type {
  Recording,
  RecordingPurpose,
  speech,
  SpeechPreferences,
  SpokenLanguage,
  TranscriptionTask,
} from '../../../shared/speech/speech.ts'
import type { Database } from '../../storage/connection.ts'
import type { Engines } from '../transcription/engines.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { within } from '../../timeLimit.ts'
import { findSpeech } from './findSpeech.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import {
  countSamples,
  getRecording,
  insertRecording,
  listRecordings,
  readSegments,
  updateRecording,
  writeSegments,
} from './recordingRow.ts'
import { createRecordingRun } from './recordingRun.ts'
import type { RecordingRun, RecordingStart } from './recordingRun.ts'
import { recoverRecordings } from './recoverRecordings.ts'
import { maxKeptSamples, maxRuns } from './recordingLimits.ts'
import { createRetention } from './retention.ts'
import { createSegmentTranscriber } from './segmentTranscriber.ts'

export interface RecordingsDependencies {
  database: Database
  files: RecordingFiles
  engines: Pick<Engines, 'choose' | 'transcribe'>
  vocabulary: Pick<Vocabulary, 'wordsFor' | 'replace'>
  preferences: () => SpeechPreferences
  /** Returns the most likely spoken language, for recordings without one. */
  locale: () => Locale
  broadcast: Broadcast<typeof speech>
  log: (message: string, error: unknown) => void
  now?: () => number
  /** The largest amount of sound kept under any settings. */
  maxSamples?: number
  /** The time without sound after which the window counts as gone. */
  silenceMilliseconds?: number
  /** The time for which the text remains available if the user keeps no history. */
  graceMilliseconds?: number
}

/** Longer, and the key that starts a dictation would seem to do nothing. */
const chooseMilliseconds = 500

export interface NewRecording {
  purpose: RecordingPurpose
  language?: SpokenLanguage | undefined
  task?: TranscriptionTask | undefined
  engine?: ModelReference | undefined
}

/** The recordings. Methods that take an id throw recordingMissing. */
export interface Recordings {
  /** Errors: speechEngineMissing and speechEngineUnusable, if that is known at once. */
  begin: (wanted: NewRecording) => Promise<Recording>
  append: (id: string, offset: number, pcm: Uint8Array) => Promise<void>
  mark: (id: string, start: number, end: number) => Promise<void>
  /** Ends the sound and resolves with the text. A failure in which nobody spoke is not kept. */
  finish: (id: string, unmarked: boolean) => Promise<Recording>
  /** Deletes a recording, even a running one. */
  remove: (id: string) => Promise<void>
  transcribe: (id: string, engine: ModelReference | undefined) => Promise<Recording>
  get: (id: string) => Recording
  list: (page: { before: string | null; limit: number }) => Promise<Recording[]>
  setFinalText: (id: string, finalText: string) => Recording
  clear: () => Promise<void>
  /** Marks running recordings as interrupted. */
  stopAll: () => void
}

export function createRecordings(dependencies: RecordingsDependencies): Recordings {
  const { database, files, engines, vocabulary, preferences, locale, broadcast, log } = dependencies
  const { now = Date.now, maxSamples = maxKeptSamples } = dependencies
  const { silenceMilliseconds = 60_000, graceMilliseconds = 120_000 } = dependencies
  const runs = new Map<string, RecordingRun>()
  /** Recordings that are being prepared for another transcription. */
  const preparing = new Set<string>()
  const retention = createRetention({
    database,
    files,
    preferences,
    isRunning: (id) => runs.has(id),
    onErased: (id) => broadcast('recordingRemoved', { id }),
    log,
    now,
    graceMilliseconds,
  })
  const ready = recoverRecordings(database, files)
    .then(retention.forgetOld)
    .catch((error: unknown) => {
      log('Recordings of the last time were not recovered', error)
    })

  function start(begun: Omit<RecordingStart, 'transcriber'>, wanted?: ModelReference) {
    const transcriber = createSegmentTranscriber({
      files,
      engines,
      vocabulary,
      locale,
      wanted: () => wanted ?? preferences().engine,
    })
    const run = createRecordingRun(
      { ...begun, transcriber },
      {
        database,
        files,
        silenceMilliseconds,
        onChanged: (recording) => broadcast('recordingChanged', recording),
        onEnded(id, isTranscribed) {
          runs.delete(id)
          if (isTranscribed) retention.startGrace(id)
        },
        log,
      },
    )
    runs.set(begun.recording.id, run)
    return run
  }

  function runOf(id: string): RecordingRun {
    const run = runs.get(id)
    if (run) return run
    throw new AppError('recordingMissing', 'This recording is over', { subject: id })
  }

  async function again(recording: Recording, engine: ModelReference | undefined) {
    const { id, state } = recording
    const samples = await files.samples(id)
    if (samples === 0) throw new AppError('recordingMissing', 'Its sound is gone', { subject: id })
    const anew = engine !== undefined || state === 'done'
    const known = readSegments(database, id).map((segment) =>
      anew ? { ...segment, text: null } : segment,
    )
    const isWhole = known.length > 0 && state !== 'interrupted'
    const further = isWhole ? [] : await findSpeech(files, id, known.at(-1)?.end ?? 0)
    const segments = [...known, ...further]
    writeSegments(database, id, segments)
    const begun = { recording: { ...recording, samples, error: null }, segments, writer: null }
    return start(begun, engine).resume()
  }

  return {
    async begin({ purpose, language, task = 'transcribe', engine }) {
      await ready
      if (runs.size >= maxRuns) throw new AppError('tooManyAtOnce', 'Too many recordings run')
      if (countSamples(database) >= maxSamples) {
        throw new AppError('recordingsFull', 'The recordings take up too much space')
      }
      const recording: Recording = {
        id: randomUUID(),
        purpose,
        state: 'recording',
        createdAt: now(),
        samples: 0,
        language: language ?? preferences().language,
        task,
        engine: null,
        text: '',
        finalText: null,
        error: null,
      }
      // Nobody is to talk in vain. An answer that comes later ends the recording.
      await within(chooseMilliseconds, engines.choose(engine ?? preferences().engine))
      const writer = await files.create(recording.id)
      try {
        insertRecording(database, recording)
      } catch (error) {
        await writer.close()
        await files.remove(recording.id)
        throw error
      }
      start({ recording, segments: [], writer }, engine)
      broadcast('recordingChanged', recording)
      return recording
    },
    append: async (id, offset, pcm) => runOf(id).append(offset, pcm),
    mark: async (id, from, to) => runOf(id).mark(from, to),
    async finish(id, unmarked) {
      const run = runOf(id)
      const ended = await run.finish(unmarked)
      // The engine was missed too late to refuse the recording, which holds nothing to try again.
      if (ended.state === 'failed' && !run.hasSpeech()) await retention.erase(id)
      return ended
    },
    async remove(id) {
      const run = runs.get(id)
      runs.delete(id)
      await run?.cancel()
      await retention.erase(id)
    },
    async transcribe(id, engine) {
      await ready
      if (runs.has(id) || preparing.has(id)) {
        throw new AppError('conflict', 'The recording is still running', { subject: id })
      }
      const recording = getRecording(database, id)
      preparing.add(id)
      return again(recording, engine).finally(() => preparing.delete(id))
    },
    get: (id) => runs.get(id)?.recording() ?? getRecording(database, id),
    async list(page) {
      await ready
      return listRecordings(database, page).map((row) => runs.get(row.id)?.recording() ?? row)
    },
    setFinalText(id, finalText) {
      if (runs.has(id)) throw new AppError('conflict', 'The recording still runs', { subject: id })
      const changed = { ...getRecording(database, id), finalText }
      updateRecording(database, changed)
      broadcast('recordingChanged', changed)
      return changed
    },
    async clear() {
      await ready
      const page = { before: null, limit: -1 }
      for (const { id } of listRecordings(database, page))
        if (!runs.has(id)) await retention.erase(id)
    },
    stopAll() {
      for (const run of runs.values()) run.interrupt()
      retention.close()
    },
  }
}
