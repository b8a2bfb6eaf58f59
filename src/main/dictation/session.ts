import type {
  dictation,
  DictationPreferences,
  DictationState,
  InsertionOutcome,
} from '../../shared/dictation.ts'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { Recording } from '../../shared/speech.ts'

/**
 * The functions that dictation needs of recordings. Errors: recordingMissing, conflict while one
 * runs.
 */
export interface DictatedRecordings {
  transcribe: (id: string) => Promise<Recording>
  setFinalText: (id: string, finalText: string) => Promise<unknown>
}

export interface Overlay {
  show: () => void
  hide: () => void
}

export interface SessionDependencies {
  recordings: DictatedRecordings
  overlay: Overlay
  preferences: () => DictationPreferences
  /**
   * Cleans a text up for the frontmost app. Resolves to the text itself if clean-up is off, null if
   * it fails.
   */
  polish: (text: string, signal: AbortSignal) => Promise<string | null>
  insert: (text: string) => Promise<InsertionOutcome>
  broadcast: Broadcast<typeof dictation>
  log: (message: string, error: unknown) => void
  now?: () => number
}

/** A dictation from the key press to the inserted text. Only one runs at a time. */
export interface DictationSession {
  state: () => DictationState
  toggle: () => void
  hold: { pressed: () => void; released: () => void }
  cancel: () => void
  retry: () => Promise<void>
  began: (recordingId: string) => void
  /** Awaits the end of a recording. Inserts its text if it belongs to the dictation. */
  follow: (recordingId: string, finishing: Promise<Recording>) => void
  /** Handles a disconnected microphone. The recording ends with what was said until then. */
  lost: (recordingId: string) => void
  broke: (error: WireError) => void
  /** Reads a text aloud, unless the user is dictating. */
  read: (text: string) => void
  readingEnded: (error: WireError | null) => void
}

const idle: DictationState = {
  state: 'idle',
  recordingId: null,
  startedAt: null,
  text: '',
  outcome: null,
  cleanUpFailed: false,
  microphoneLost: false,
  error: null,
}
/** Outcomes that the user must notice. */
const asking: readonly InsertionOutcome[] = [
  'waitsInClipboard',
  'empty',
  'tooShort',
  'nothingSelected',
]
/** How long the overlay shows an outcome. Those that need attention stay longer. */
const shownMilliseconds = { usual: 1200, asking: 6000 }
/** A shorter press is accidental: nobody can say anything in this time. */
const touchMilliseconds = 300
/** A working page has opened the microphone by then, or reported an error. */
const beginMilliseconds = 15_000

export function createDictationSession(dependencies: SessionDependencies): DictationSession {
  const { recordings, overlay, polish, insert, broadcast, log } = dependencies
  const now = dependencies.now ?? Date.now
  let state = idle
  let timer: NodeJS.Timeout | undefined
  /**
   * The time in milliseconds when the hold key was pressed; undefined if listening began otherwise.
   */
  let heldSince: number | undefined
  let running = new AbortController()

  function change(patch: Partial<DictationState>): void {
    state = { ...state, ...patch }
    broadcast('changed', state)
  }

  function after(milliseconds: number, action: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(action, milliseconds)
  }

  function rest(): void {
    clearTimeout(timer)
    running.abort()
    change(idle)
    overlay.hide()
  }

  function fail(error: WireError): void {
    clearTimeout(timer)
    running.abort()
    change({ state: 'failed', error })
  }

  function begin(): void {
    running.abort()
    running = new AbortController()
    heldSince = undefined
    overlay.show()
    change({ ...idle, state: 'listening' })
    after(beginMilliseconds, () => {
      fail(toWire(new AppError('timeout', 'The microphone did not open in time')))
    })
  }

  /** Ends listening. Without an open microphone there is nothing to transcribe. */
  function stop(): void {
    if (state.recordingId === null) rest()
    else change({ state: 'transcribing' })
  }

  async function deliver(recording: Recording, { signal }: AbortController): Promise<void> {
    if (recording.state !== 'done') {
      return fail(recording.error ?? toWire(new AppError('aborted', 'The recording was cut off')))
    }
    const heard = recording.text.trim()
    change({ text: heard })
    if (heard === '') return done('empty')
    change({ state: 'cleaning' })
    const polished = await polish(heard, signal)
    if (signal.aborted) return
    const text = polished ?? heard
    if (text !== heard) keepFinal(recording.id, text)
    change({ text, cleanUpFailed: polished === null })
    done(await insert(text))
  }

  function keepFinal(id: string, text: string): void {
    recordings.setFinalText(id, text).catch((error: unknown) => {
      // If the user keeps no history, the recording may already be deleted.
      if (!(error instanceof AppError && error.code === 'recordingMissing')) {
        log('The text that was inserted was not kept', error)
      }
    })
  }

  function done(outcome: InsertionOutcome): void {
    change({ state: 'done', outcome })
    const isAsking = asking.includes(outcome) || state.cleanUpFailed || state.microphoneLost
    after(isAsking ? shownMilliseconds.asking : shownMilliseconds.usual, rest)
  }

  /** Runs work. On an error the overlay shows it, and the recording is kept. */
  async function attempt(work: (own: AbortController) => Promise<void>): Promise<void> {
    const own = running
    try {
      await work(own)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof AppError)) log('A dictation failed', error)
      fail(toWire(error))
    }
  }

  const isWaiting = (): boolean => ['idle', 'done', 'failed', 'reading'].includes(state.state)

  return {
    state: () => state,
    toggle() {
      if (state.state === 'listening') stop()
      else if (isWaiting()) begin()
    },
    hold: {
      pressed() {
        if (!isWaiting()) return
        begin()
        heldSince = now()
      },
      released() {
        // Ignores the release if the other hotkey started listening.
        if (state.state !== 'listening' || heldSince === undefined) return
        // The user wants to talk but may not know that the key must stay down.
        const isTooShort = now() - heldSince < touchMilliseconds || state.recordingId === null
        if (!isTooShort) return stop()
        running.abort()
        done('tooShort')
      },
    },
    cancel: rest,
    async retry() {
      const { recordingId } = state
      if (state.state !== 'failed' || recordingId === null) {
        throw new AppError('conflict', 'There is no failed dictation')
      }
      running = new AbortController()
      change({ state: 'transcribing', error: null, cleanUpFailed: false })
      await attempt(async (own) => {
        const recording = await recordings.transcribe(recordingId)
        if (!own.signal.aborted) await deliver(recording, own)
      })
    },
    began(recordingId) {
      if (state.state !== 'listening' || state.recordingId !== null) {
        throw new AppError('conflict', 'No dictation is wanted now')
      }
      clearTimeout(timer)
      change({ recordingId, startedAt: now() })
    },
    follow(recordingId, finishing) {
      // The caller that finishes the recording also receives the failure.
      finishing.catch(() => undefined)
      if (state.recordingId !== recordingId || isWaiting()) return
      if (state.state === 'listening') stop()
      void attempt(async (own) => {
        const recording = await finishing
        if (!own.signal.aborted) await deliver(recording, own)
      })
    },
    lost(recordingId) {
      if (state.recordingId === recordingId && !isWaiting()) change({ microphoneLost: true })
    },
    broke(error) {
      if (!isWaiting()) fail(error)
      else if (state.state === 'reading') rest()
    },
    read(text) {
      if (!isWaiting()) return
      clearTimeout(timer)
      running.abort()
      overlay.show()
      change({ ...idle, text })
      if (text === '') done('nothingSelected')
      else change({ state: 'reading' })
    },
    readingEnded(error) {
      if (state.state !== 'reading') return
      if (error) fail(error)
      else rest()
    },
  }
}
