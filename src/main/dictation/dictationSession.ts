import { isListening, recordingOf } from '../../shared/speech/dictationState.ts'
import type {
  dictation,
  DictationPreferences,
  DictationState,
  InsertionOutcome,
} from '../../shared/speech/dictation.ts'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { Recording } from '../../shared/speech/speech.ts'
import { deliverText } from './deliverText.ts'
import type { DeliverOptions } from './deliverText.ts'

/**
 * The functions that dictation needs of recordings. Errors: recordingMissing, conflict while one
 * runs.
 */
export interface DictatedRecordings {
  begin: () => Promise<Recording>
  /** Deletes a recording, even a running one. */
  remove: (id: string) => Promise<unknown>
  transcribe: (id: string) => Promise<Recording>
  setFinalText: (id: string, finalText: string) => Promise<unknown>
}

export interface Overlay {
  show: () => void
  hide: () => void
}

export interface SessionDependencies extends Omit<DeliverOptions, 'recordings'> {
  recordings: DictatedRecordings
  overlay: Overlay
  preferences: () => DictationPreferences
  /** Remembers the window in front, which is to get the text. */
  aim: () => void
  broadcast: Broadcast<typeof dictation>
  now?: () => number
}

/** A dictation from the key press to the inserted text. Only one runs at a time. */
export interface DictationSession {
  state: () => DictationState
  toggle: () => void
  hold: { pressed: () => void; released: () => void }
  cancel: () => void
  retry: () => Promise<void>
  /** Handles an open microphone. Ignores one whose dictation has ended meanwhile. */
  opened: (recordingId: string) => void
  /** Awaits the end of a recording. Inserts its text if it belongs to the dictation. */
  follow: (recordingId: string, finishing: Promise<Recording>) => void
  /** Handles a disconnected microphone. The recording ends with what was said until then. */
  lost: (recordingId: string) => void
  /** Handles a page that can't record, or had to stop. */
  broke: (recordingId: string, error: WireError) => void
  /** Handles a page that has died. */
  crashed: (error: WireError) => void
  /** Reads a text aloud, unless the user is dictating. */
  read: (text: string) => void
  readingEnded: (error: WireError | null) => void
}

/** The data of the running dictation, besides its state. */
interface Take {
  /** Fires when the dictation ends. */
  abort: AbortController
  /** The time in milliseconds when the key was pressed. */
  pressedAt: number
  /** Whether the key has to stay down. */
  isHeld: boolean
  microphoneLost: boolean
}

/** The states in which a dictation is over. */
type Ending = Extract<DictationState, { state: 'idle' | 'done' | 'failed' }>

/** Outcomes that the user must notice. */
const asking: readonly InsertionOutcome[] = [
  'waitsInClipboard',
  'arrivedInPart',
  'windowChanged',
  'empty',
  'pressedTwice',
  'loudspeakerHeard',
  'tooShort',
  'nothingSelected',
]
/** Milliseconds that the overlay shows an outcome; longer for those that need attention. */
const shownMilliseconds = { usual: 1200, inserted: 4000, asking: 6000 }
/** A shorter press is accidental: nobody can say anything in this time. */
const touchMilliseconds = 300
/** A working page has opened the microphone by then, or reported an error. */
const beginMilliseconds = 15_000

export function createDictationSession(dependencies: SessionDependencies): DictationSession {
  const { recordings, overlay, broadcast, log } = dependencies
  const now = dependencies.now ?? Date.now
  let state: DictationState = { state: 'idle' }
  let timer: NodeJS.Timeout | undefined
  let take = createTake(now())

  function change(next: DictationState): void {
    state = next
    broadcast('changed', state)
  }

  function after(milliseconds: number, action: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(action, milliseconds)
  }

  function remove(id: string): void {
    recordings.remove(id).catch((error: unknown) => {
      log('A dropped recording was not deleted', error)
    })
  }

  /** Ends the dictation. Deletes its recording if nobody wants its text. */
  function end(ending: Ending): void {
    const before = state
    clearTimeout(timer)
    take.abort.abort()
    change(ending)
    const id = isListening(before) ? recordingOf(before) : null
    if (id !== null && id !== recordingOf(ending)) remove(id)
  }

  function goIdle(): void {
    end({ state: 'idle' })
    overlay.hide()
  }

  function fail(error: WireError): void {
    // Without an open microphone nothing was recorded.
    const recordingId = state.state === 'opening' ? null : recordingOf(state)
    end({ state: 'failed', error, recordingId })
  }

  async function begin(isHeld: boolean): Promise<void> {
    take.abort.abort()
    take = createTake(now(), isHeld)
    dependencies.aim()
    overlay.show()
    change({ state: 'starting' })
    after(beginMilliseconds, () => {
      fail(toWire(new AppError('microphoneHangs', 'The microphone did not open in time')))
    })
    await attempt(async ({ signal }) => {
      const { id } = await recordings.begin()
      if (signal.aborted) remove(id)
      else change({ state: 'opening', recordingId: id })
    })
  }

  /** Tells whether nobody can have said anything since the key was pressed. */
  const isTouch = (): boolean =>
    state.state !== 'listening' || now() - take.pressedAt < touchMilliseconds

  /** Ends listening. Without an open microphone there is nothing to transcribe. */
  function stop(): void {
    if (state.state !== 'listening') goIdle()
    else change({ state: 'transcribing', recordingId: state.recordingId })
  }

  async function deliver(recording: Recording, { signal }: AbortController): Promise<void> {
    if (recording.state !== 'done') {
      return fail(recording.error ?? toWire(new AppError('aborted', 'The recording was cut off')))
    }
    const delivered = await deliverText(recording, signal, change, dependencies)
    if (delivered) done(delivered.outcome, delivered.text, delivered.cleanUpFailed)
  }

  function done(outcome: InsertionOutcome, text = '', cleanUpFailed = false): void {
    const { microphoneLost } = take
    end({ state: 'done', outcome, text, cleanUpFailed, microphoneLost })
    const isAsking = asking.includes(outcome) || cleanUpFailed || microphoneLost
    // The app in front may have had no field for it: Copy is offered for a while.
    const isInserted = outcome === 'pasted' || outcome === 'typed'
    after(shownMilliseconds[isAsking ? 'asking' : isInserted ? 'inserted' : 'usual'], goIdle)
  }

  /** Runs work. On an error the overlay shows it, and the recording is kept. */
  async function attempt(work: (own: AbortController) => Promise<void>): Promise<void> {
    const own = take.abort
    try {
      await work(own)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof AppError)) log('A dictation failed', error)
      fail(toWire(error))
    }
  }

  const isWaiting = (): boolean => ['idle', 'done', 'failed', 'reading'].includes(state.state)
  const runs = (recordingId: string): boolean => !isWaiting() && recordingOf(state) === recordingId

  return {
    state: () => state,
    toggle() {
      if (isListening(state)) {
        if (isTouch()) done('pressedTwice')
        else stop()
      } else if (isWaiting()) void begin(false)
    },
    hold: {
      pressed() {
        if (isWaiting()) void begin(true)
      },
      released() {
        // Ignores the release if the other hotkey started listening.
        if (!isListening(state) || !take.isHeld) return
        // The user wants to talk but may not know that the key must stay down.
        if (isTouch()) done('tooShort')
        else stop()
      },
    },
    cancel: goIdle,
    async retry() {
      const recordingId = state.state === 'failed' ? state.recordingId : null
      if (recordingId === null) throw new AppError('conflict', 'There is no failed dictation')
      take = { ...createTake(now()), microphoneLost: take.microphoneLost }
      dependencies.aim()
      change({ state: 'transcribing', recordingId })
      await attempt(async (own) => {
        const recording = await recordings.transcribe(recordingId)
        if (!own.signal.aborted) await deliver(recording, own)
      })
    },
    opened(recordingId) {
      if (state.state !== 'opening' || state.recordingId !== recordingId) return
      clearTimeout(timer)
      change({ state: 'listening', recordingId, startedAt: now() })
    },
    follow(recordingId, finishing) {
      // The caller that finishes the recording also receives the failure.
      finishing.catch(() => undefined)
      if (!runs(recordingId)) return
      if (isListening(state)) stop()
      void attempt(async (own) => {
        const recording = await finishing
        if (!own.signal.aborted) await deliver(recording, own)
      })
    },
    lost(recordingId) {
      if (runs(recordingId)) take.microphoneLost = true
    },
    broke(recordingId, error) {
      if (runs(recordingId)) fail(error)
    },
    crashed(error) {
      if (!isWaiting()) fail(error)
      else if (state.state === 'reading') goIdle()
    },
    read(text) {
      if (!isWaiting()) return
      clearTimeout(timer)
      take.abort.abort()
      take = createTake(now())
      overlay.show()
      if (text === '') done('nothingSelected')
      else change({ state: 'reading', text })
    },
    readingEnded(error) {
      if (state.state !== 'reading') return
      if (error) fail(error)
      else goIdle()
    },
  }
}

function createTake(pressedAt: number, isHeld = false): Take {
  return { abort: new AbortController(), pressedAt, isHeld, microphoneLost: false }
}
