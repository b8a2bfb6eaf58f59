import { randomUUID } from 'node:crypto'
import { bytesPerSample } from '../../../shared/audio.ts'
import { AppError, toWire } from '../../../shared/errors.ts'
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
} from '../../../shared/speech.ts'
import { transcriptLengthMaximum } from '../../../shared/limits.ts'
import type { Database } from '../../storage/connection.ts'
import type { Engines } from '../transcription/engines.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { cutAtPauses } from './cutAtPauses.ts'
import type { RecordingFiles, RecordingWriter } from './recordingFiles.ts'
import {
  countSamples,
  getRecording,
  insertRecording,
  listRecordings,
  readSegments,
  updateRecording,
  writeSegment,
  writeSegments,
} from './recordingRow.ts'
import type { Segment } from './recordingRow.ts'
import { recoverRecordings } from './recoverRecordings.ts'
import { checkCount, checkLength, keptSamplesMaximum, runsMaximum } from './recordingLimits.ts'
import { createRetention } from './retention.ts'
import { createSegmentTranscriber } from './segmentTranscriber.ts'
import { createTranscript } from './transcript.ts'
import type { Transcript } from './transcript.ts'

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
  samplesMaximum?: number
  /** The time without sound after which the window counts as gone. */
  silenceMilliseconds?: number
  /** The time for which the text remains available if the user keeps no history. */
  graceMilliseconds?: number
}

export interface NewRecording {
  purpose: RecordingPurpose
  language?: SpokenLanguage | undefined
  task?: TranscriptionTask | undefined
  engine?: ModelReference | undefined
}

/** The recordings. Methods that take an id throw recordingMissing. */
export interface Recordings {
  begin: (wanted: NewRecording) => Promise<Recording>
  append: (id: string, offset: number, pcm: Uint8Array) => Promise<void>
  mark: (id: string, start: number, end: number) => Promise<void>
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

/** A recording whose sound or text is still arriving. */
interface Run {
  recording: Recording
  segments: Segment[]
  transcript: Transcript
  /** Rejects if no engine is available. */
  ready: Promise<unknown>
  /** Null after the speaker has stopped. */
  writer: RecordingWriter | null
  abort: AbortController
  finished: Promise<Recording> | null
  /** Restarted by each piece of sound. */
  silence: NodeJS.Timeout | undefined
}

export function createRecordings(dependencies: RecordingsDependencies): Recordings {
  const { database, files, engines, vocabulary, preferences, locale, broadcast, log } = dependencies
  const { now = Date.now, samplesMaximum = keptSamplesMaximum } = dependencies
  const { silenceMilliseconds = 60_000, graceMilliseconds = 120_000 } = dependencies
  const runs = new Map<string, Run>()
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

  function change(run: Run, patch: Partial<Recording>): void {
    if (run.abort.signal.aborted) return
    run.recording = { ...run.recording, ...patch }
    try {
      updateRecording(database, run.recording)
    } catch (error) {
      // The text is still useful to the caller if the disk is full.
      log('A recording was not written down', error)
    }
    broadcast('recordingChanged', run.recording)
  }

  function start(recording: Recording, segments: Segment[], wanted?: ModelReference): Run {
    const abort = new AbortController()
    const { signal } = abort
    const transcriber = createSegmentTranscriber({
      files,
      engines,
      vocabulary,
      locale,
      wanted: () => wanted ?? preferences().engine,
    })

    async function transcribe(segment: Segment): Promise<string> {
      // The transcript is created before the run.
      const engine = await transcriber.engine()
      run.recording = { ...run.recording, engine }
      const text = await transcriber.transcribe(run.recording, segment, signal)
      checkLength(text, transcriptLengthMaximum - run.transcript.text().length - 1)
      return text
    }

    const transcript = createTranscript({
      segments,
      transcribe,
      onText(segment) {
        if (signal.aborted) return
        keepSegment(run, segment)
        change(run, { text: run.transcript.textSoFar(), samples: samplesOf(run) })
      },
    })
    const run: Run = {
      ready: Promise.resolve(),
      recording,
      segments,
      transcript,
      writer: null,
      abort,
      finished: null,
      silence: undefined,
    }
    runs.set(recording.id, run)
    // Chooses the engine before the first pause, so that a missing engine is known early.
    run.ready = transcriber.engine()
    run.ready.catch((error: unknown) => {
      if (run.writer) change(run, { error: toWire(error) })
    })
    return run
  }

  function keepSegment({ recording }: Run, segment: Segment): void {
    try {
      writeSegment(database, recording.id, segment)
    } catch (error) {
      log('A segment was not written down', error)
    }
  }

  async function settle(run: Run): Promise<Recording> {
    const { id } = run.recording
    try {
      await run.transcript.finish()
      // Without speech there are no segments. Still reports a missing engine.
      if (run.segments.length === 0) await run.ready
      change(run, { state: 'done', text: run.transcript.text(), error: null })
    } catch (error) {
      if (!(error instanceof AppError)) log('A recording was not transcribed', error)
      change(run, { state: 'failed', text: run.transcript.text(), error: toWire(error) })
    }
    if (run.abort.signal.aborted) throw new AppError('aborted', 'The recording was stopped')
    runs.delete(id)
    retention.startGrace(id)
    return run.recording
  }

  /**
   * Returns a recording that accepts sound. Throws if there is none, because the page may be late
   * or wrong.
   */
  function listening(id: string): Run & { writer: RecordingWriter } {
    const run = runs.get(id)
    if (run?.writer && !run.finished) return run as Run & { writer: RecordingWriter }
    throw new AppError('recordingMissing', 'This recording is over', { subject: id })
  }

  function interrupt(run: Run): void {
    clearTimeout(run.silence)
    change(run, { state: 'interrupted', samples: samplesOf(run) })
    run.abort.abort()
    runs.delete(run.recording.id)
    if (run.writer) close(run.writer)
  }

  async function cut(id: string, first: number): Promise<Segment[]> {
    const end = await files.samples(id)
    if (end <= first) return []
    const range = { start: first * bytesPerSample, end: end * bytesPerSample }
    const stretches = await cutAtPauses(files.stream(id, range), first)
    return stretches.map((stretch) => ({ ...stretch, text: null }))
  }

  async function finish(run: Run, writer: RecordingWriter, unmarked: boolean) {
    clearTimeout(run.silence)
    await writer.flush()
    change(run, { state: 'transcribing', samples: writer.samples() })
    run.writer = null
    if (unmarked && run.segments.length === 0) {
      const found = await cut(run.recording.id, 0).catch((error: unknown) => {
        interrupt(run)
        throw error
      })
      for (const segment of found) addSegment(run, segment)
    }
    const settled = settle(run)
    close(writer)
    return settled
  }

  function close(writer: RecordingWriter): void {
    writer.close().catch((error: unknown) => {
      log('A recording was not closed', error)
    })
  }

  function addSegment(run: Run, segment: Segment): void {
    if (run.abort.signal.aborted) return
    run.segments.push(segment)
    run.transcript.add(segment)
    keepSegment(run, segment)
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
    const segments = isWhole ? known : [...known, ...(await cut(id, known.at(-1)?.end ?? 0))]
    writeSegments(database, id, segments)
    const run = start({ ...recording, samples, error: null }, segments, engine)
    change(run, { state: 'transcribing', text: run.transcript.textSoFar() })
    run.finished = settle(run)
    return run.finished
  }

  /** Recordings that are being prepared for another transcription. */
  const preparing = new Set<string>()

  return {
    async begin({ purpose, language, task = 'transcribe', engine }) {
      await ready
      if (runs.size >= runsMaximum) throw new AppError('tooManyAtOnce', 'Too many recordings run')
      if (countSamples(database) >= samplesMaximum) {
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
      const writer = await files.create(recording.id)
      try {
        insertRecording(database, recording)
      } catch (error) {
        await writer.close()
        await files.remove(recording.id)
        throw error
      }
      const run = start(recording, [], engine)
      run.writer = writer
      run.silence = setTimeout(() => {
        interrupt(run)
      }, silenceMilliseconds).unref()
      broadcast('recordingChanged', recording)
      return recording
    },
    async append(id, offset, pcm) {
      const { writer, silence } = listening(id)
      silence?.refresh()
      await writer.append(offset, pcm)
    },
    async mark(id, start: number, end: number) {
      const run = listening(id)
      checkCount(run.segments.length)
      await run.writer.flush()
      // Padding may overlap the previous segment or exceed the recorded sound.
      const first = Math.max(start, run.segments.at(-1)?.end ?? 0)
      const last = Math.min(end, run.writer.samples())
      if (last <= first) throw new AppError('badInput', 'There is no sound', { subject: 'start' })
      addSegment(run, { start: first, end: last, text: null })
    },
    finish(id, unmarked) {
      const { finished } = runs.get(id) ?? {}
      if (finished) return finished
      const run = listening(id)
      run.finished = finish(run, run.writer, unmarked)
      return run.finished
    },
    async remove(id) {
      const run = runs.get(id)
      if (run) {
        clearTimeout(run.silence)
        run.abort.abort()
        runs.delete(id)
        await run.writer?.close().catch(() => undefined)
      }
      await retention.erase(id)
    },
    async transcribe(id, engine) {
      await ready
      if (runs.has(id) || preparing.has(id)) {
        throw new AppError('conflict', 'The recording is still running', { subject: id })
      }
      const recording = getRecording(database, id)
      preparing.add(id)
      const work = again(recording, engine).finally(() => preparing.delete(id))
      return work
    },
    get: (id) => runs.get(id)?.recording ?? getRecording(database, id),
    async list(page) {
      await ready
      return listRecordings(database, page).map((row) => runs.get(row.id)?.recording ?? row)
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
      for (const run of runs.values()) interrupt(run)
      retention.close()
    },
  }
}

function samplesOf({ writer, recording }: Run): number {
  return writer?.samples() ?? recording.samples
}
