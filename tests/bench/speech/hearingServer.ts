import { startFakeSpeech } from '../../fakes/fakeSpeech.ts'
import { toneWav } from '../../fakes/fakeVoices.ts'

const sampleRate = 16_000
/** The server's time for a second of sound: twenty times faster than speech. */
const millisecondsPerSecond = 50
const wordsPerSecond = 2.5

/** A slow transcription server that records its own working time. */
export interface HearingServer {
  origin: string
  /** Returns the end of its last transcript. */
  lastWords: () => string
  /** Returns its working time between two moments, by performance.now(). */
  busyBetween: (start: number, end: number) => number
  /** Uploads the whole sound at once. Returns the milliseconds until the transcript arrives. */
  transcribeWhole: (seconds: number) => Promise<number>
  close: () => Promise<void>
}

export async function startHearingServer(): Promise<HearingServer> {
  const speech = await startFakeSpeech()
  let work: { start: number; end: number }[] = []
  let ending = ''
  speech.behave(({ samples }, number) => {
    const seconds = samples / sampleRate
    const milliseconds = seconds * millisecondsPerSecond
    const start = performance.now()
    work.push({ start, end: start + milliseconds })
    ending = `end of ${String(number)}.`
    const words = 'word '.repeat(Math.round(seconds * wordsPerSecond))
    return { kind: 'text', text: words + ending, milliseconds }
  })
  return {
    origin: speech.origin,
    lastWords: () => ending,
    busyBetween(start, end) {
      // Merges overlapping requests, which would otherwise count twice.
      let until = start
      let busy = 0
      for (const one of work) {
        const from = Math.max(one.start, until)
        const to = Math.min(one.end, end)
        if (to > from) busy += to - from
        until = Math.max(until, to)
      }
      work = []
      return busy
    },
    async transcribeWhole(seconds) {
      const form = new FormData()
      form.set('model', 'whisper-1')
      form.set('file', new Blob([new Uint8Array(toneWav(seconds * 1000))]), 'speech.wav')
      const start = performance.now()
      const body = { method: 'POST', body: form }
      const response = await fetch(`${speech.baseUrl}/audio/transcriptions`, body)
      if (!response.ok) throw new Error(await response.text())
      await response.json()
      return performance.now() - start
    },
    close: speech.close,
  }
}
