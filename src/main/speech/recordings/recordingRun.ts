import { AppError, toWire } from '../../../shared/errors.ts'
import { maxTranscriptLength } from '../../../shared/limits.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import type { Database } from '../../storage/connection.ts'
import { findSpeech } from './findSpeech.ts'
import type { RecordingFiles, RecordingWriter } from './recordingFiles.ts'
import { checkCount, checkLength } from './recordingLimits.ts'
import { updateRecording, writeSegment } from './recordingRow.ts'
import type { Segment } from './recordingRow.ts'
import type { SegmentTranscriber } from './segmentTranscriber.ts'
import { createTranscript } from './transcript.ts'

export interface RecordingRunDependencies {
  database: Database
  files: Pick<RecordingFiles, 'samples' | 'stream'>
  /** The time without sound after which the window counts as gone. */
  silenceMilliseconds: number
  onChanged: (recording: Recording) => void
  /** Called when nothing more arrives. `isTranscribed` is false if the recording broke off. */
  onEnded: (id: string, isTranscribed: boolean) => void
  log: (message: string, error: unknown) => void
}

export interface RecordingStart {
  recording: Recording
  /** The segments of an earlier attempt. */
  segments: readonly Segment[]
  /** Null if all sound is there. */
  writer: RecordingWriter | null
  transcriber: SegmentTranscriber
}

/** A recording whose sound or text is still arriving. */
export interface RecordingRun {
  /** Returns the present state. */
  recording: () => Recording
  /** Returns whether someone has spoken, as far as is known yet. */
  hasSpeech: () => boolean
  /** Appends sound. Errors: recordingMissing if the speaker has stopped. */
  append: (offset: number, pcm: Uint8Array) => Promise<void>
  /** Marks speech, in samples. Errors: recordingMissing, badInput without sound, tooManyAtOnce. */
  mark: (start: number, end: number) => Promise<void>
  /**
   * Ends the sound and resolves once it is transcribed. `unmarked` means that nobody has marked
   * speech. Errors: recordingMissing, aborted.
   */
  finish: (unmarked: boolean) => Promise<Recording>
  /** Transcribes the segments without text, if all sound is there. Errors: aborted. */
  resume: () => Promise<Recording>
  /** Keeps the sound so far as an interrupted recording. */
  interrupt: () => void
  /** Drops what still arrives. */
  cancel: () => Promise<void>
}

export function createRecordingRun(
  { recording: begun, segments: earlier, writer: opened, transcriber }: RecordingStart,
  dependencies: RecordingRunDependencies,
): RecordingRun {
  const { database, files, silenceMilliseconds, onChanged, onEnded, log } = dependencies
  const { id } = begun
  const abort = new AbortController()
  const { signal } = abort
  const segments = [...earlier]
  let recording = begun
  /** Null after the speaker has stopped. */
  let writer = opened
  let finished: Promise<Recording> | undefined
  /** Restarted by each piece of sound. */
  const silence = writer && setTimeout(interrupt, silenceMilliseconds).unref()
  const transcript = createTranscript({
    segments,
    transcribe,
    onText(segment) {
      if (signal.aborted) return
      keepSegment(segment)
      change({ text: transcript.textSoFar(), samples: samples() })
    },
  })
  // Chooses the engine before the first pause, so that a missing engine is known early.
  const ready: Promise<ModelReference> = transcriber.engine()
  ready.catch((error: unknown) => {
    if (writer) change({ error: toWire(error) })
  })

  async function transcribe(segment: Segment): Promise<string> {
    const engine = await transcriber.engine()
    recording = { ...recording, engine }
    const text = await transcriber.transcribe(recording, segment, signal)
    checkLength(text, maxTranscriptLength - transcript.text().length - 1)
    return text
  }

  function samples(): number {
    return writer?.samples() ?? recording.samples
  }

  function change(patch: Partial<Recording>): void {
    if (signal.aborted) return
    recording = { ...recording, ...patch }
    try {
      updateRecording(database, recording)
    } catch (error) {
      // The text is still useful to the caller if the disk is full.
      log('A recording was not written down', error)
    }
    onChanged(recording)
  }

  function addSegment(segment: Segment): void {
    if (signal.aborted) return
    segments.push(segment)
    transcript.add(segment)
    keepSegment(segment)
  }

  function keepSegment(segment: Segment): void {
    try {
      writeSegment(database, id, segment)
    } catch (error) {
      log('A segment was not written down', error)
    }
  }

  /** Returns the writer. The page may be late or wrong. */
  function listening(): RecordingWriter {
    if (writer && !finished) return writer
    throw new AppError('recordingMissing', 'This recording is over', { subject: id })
  }

  async function stopListening(ending: RecordingWriter, unmarked: boolean): Promise<Recording> {
    if (silence) clearTimeout(silence)
    await ending.flush()
    change({ state: 'transcribing', samples: ending.samples() })
    writer = null
    if (unmarked && segments.length === 0) {
      const found = await findSpeech(files, id, 0).catch((error: unknown) => {
        interrupt()
        close(ending)
        throw error
      })
      for (const segment of found) addSegment(segment)
    }
    const settled = settle()
    close(ending)
    return settled
  }

  async function settle(): Promise<Recording> {
    try {
      await transcript.finish()
      // Without speech there are no segments. Still reports a missing engine.
      if (segments.length === 0) await ready
      change({ state: 'done', text: transcript.text(), error: null })
    } catch (error) {
      if (!(error instanceof AppError)) log('A recording was not transcribed', error)
      change({ state: 'failed', text: transcript.text(), error: toWire(error) })
    }
    if (signal.aborted) throw new AppError('aborted', 'The recording was stopped')
    onEnded(id, true)
    return recording
  }

  function interrupt(): void {
    if (silence) clearTimeout(silence)
    change({ state: 'interrupted', samples: samples() })
    abort.abort()
    onEnded(id, false)
    if (writer) close(writer)
  }

  function close(ending: RecordingWriter): void {
    ending.close().catch((error: unknown) => {
      log('A recording was not closed', error)
    })
  }

  return {
    recording: () => recording,
    hasSpeech: () => segments.length > 0,
    async append(offset, pcm) {
      const open = listening()
      silence?.refresh()
      await open.append(offset, pcm)
    },
    async mark(start, end) {
      const open = listening()
      checkCount(segments.length)
      await open.flush()
      // Padding may overlap the previous segment or exceed the recorded sound.
      const first = Math.max(start, segments.at(-1)?.end ?? 0)
      const last = Math.min(end, open.samples())
      if (last <= first) throw new AppError('badInput', 'There is no sound', { subject: 'start' })
      addSegment({ start: first, end: last, text: null })
    },
    finish(unmarked) {
      finished ??= stopListening(listening(), unmarked)
      return finished
    },
    resume() {
      change({ state: 'transcribing', text: transcript.textSoFar() })
      finished = settle()
      return finished
    },
    interrupt,
    async cancel() {
      if (silence) clearTimeout(silence)
      abort.abort()
      await writer?.close().catch(() => undefined)
    },
  }
}
