import { joinTexts } from './joinTexts.ts'
import type { Segment } from './recordingRow.ts'

/** The number of segments transcribed at the same time. */
const maxInFlight = 2

/** Transcribes segments while more of them arrive. */
export interface Transcript {
  /** Adds the next segment, in order of time. Also retries earlier failures. */
  add: (segment: Segment) => void
  /** Returns the text from the beginning up to the first gap. */
  textSoFar: () => string
  /** Returns all known text. */
  text: () => string
  /** Resolves when all segments are transcribed. Rejects if one failed. */
  finish: () => Promise<void>
}

export interface TranscriptDependencies {
  /** The segments of an earlier attempt. Those without text are transcribed at once. */
  segments: readonly Segment[]
  transcribe: (segment: Segment) => Promise<string>
  onText: (segment: Segment) => void
}

export function createTranscript({
  segments: known,
  transcribe,
  onText,
}: TranscriptDependencies): Transcript {
  const segments = [...known]
  const asked = new Set<Segment>()
  /** Set while requests are paused because the last one failed. */
  let failure: { error: unknown } | undefined
  let finished: PromiseWithResolvers<void> | undefined

  function pump(): void {
    while (!failure && asked.size < maxInFlight) {
      const next = segments.find((segment) => segment.text === null && !asked.has(segment))
      if (!next) break
      asked.add(next)
      void run(next)
    }
    if (!finished || asked.size > 0) return
    if (failure) finished.reject(failure.error)
    else finished.resolve()
  }

  async function run(segment: Segment): Promise<void> {
    try {
      segment.text = await transcribe(segment)
      onText(segment)
    } catch (error) {
      failure = { error }
    }
    asked.delete(segment)
    pump()
  }

  pump()
  return {
    add(segment) {
      segments.push(segment)
      failure = undefined
      pump()
    },
    textSoFar() {
      const gap = segments.findIndex(({ text }) => text === null)
      return joinTexts(textsOf(gap < 0 ? segments : segments.slice(0, gap)))
    },
    text: () => joinTexts(textsOf(segments)),
    finish() {
      if (!finished) {
        finished = Promise.withResolvers<void>()
        failure = undefined
        pump()
      }
      return finished.promise
    },
  }
}

function textsOf(segments: readonly Segment[]): string[] {
  return segments.flatMap(({ text }) => text ?? [])
}
