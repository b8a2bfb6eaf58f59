import { joinTexts } from './joinTexts.ts'
import type { Segment } from './recordingRow.ts'

/** How many segments are asked for at once. */
export const inFlightMaximum = 2

/** Turns segments into text while more of them come. */
export interface Transcript {
  /** The next one, in the order of the sound. What has failed before is tried again with it. */
  add: (segment: Segment) => void
  /** What is known without a gap, from the beginning. */
  textSoFar: () => string
  /** All that is known. */
  text: () => string
  /** Resolves as soon as the last text is there; rejects where one of them could not be had. */
  finish: () => Promise<void>
}

export interface TranscriptDependencies {
  /** Those of an earlier try; the ones without text are asked for at once. */
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
  /** Set while nothing more is sent, as the last try has failed. */
  let failure: { error: unknown } | undefined
  let finished: PromiseWithResolvers<void> | undefined

  function pump(): void {
    while (!failure && asked.size < inFlightMaximum) {
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
