import { rmSync } from 'node:fs'
import type { Page } from 'playwright'
import { startFakeOpenAi, type FakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { startFakeVoices, toneWav } from '../../fakes/fakeVoices.ts'
import { launch, providerAt, type Parley } from '../../e2e/launch.ts'
import { median } from '../row.ts'
import type { BenchOptions, Report } from '../row.ts'
import { streamAnswer } from './answerStream.ts'

const aimMilliseconds = 100

/** Reads while the answer is written, or after a press of the button once it is complete. */
type Beginning = 'whileWritten' | 'whenComplete'

/** Measures the time from a sentence's full stop in the stream to its sound in the audio graph. */
export async function measureReading(
  _folder: string,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const runs = quick ? 4 : 15
  const server = await startFakeOpenAi()
  const speaker = await startFakeVoices()
  const tone = toneWav(300)
  speaker.behave(() => ({ status: 200, body: tone }))
  try {
    const whileWritten = await measure('whileWritten', runs, server, speaker.origin)
    const whenComplete = await measure('whenComplete', Math.ceil(runs / 3), server, speaker.origin)
    report({
      name: 'sentence complete to its first sound',
      unit: 'ms',
      samples: whileWritten,
      against: { name: 'read when complete', value: median(whenComplete) },
      aim: { most: aimMilliseconds },
    })
  } finally {
    await server.close()
    await speaker.close()
  }
}

async function measure(
  beginning: Beginning,
  runs: number,
  server: FakeOpenAi,
  voices: string,
): Promise<number[]> {
  const parley = await launchReading(beginning, server.origin, voices)
  try {
    await parley.page.evaluate(noteSounds)
    if (beginning === 'whenComplete') await parley.page.evaluate(readCompleteAnswers)
    const samples: number[] = []
    // The first run loads the decoder and other code.
    for (let run = -1; run < runs; run += 1) {
      const sample = await readOnce(parley, server, `${beginning} ${String(run)}`)
      if (run >= 0) samples.push(sample)
    }
    return samples
  } finally {
    await parley.close()
    rmSync(parley.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function launchReading(beginning: Beginning, origin: string, voices: string) {
  const voice = { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice: 'alloy' }
  const parley = await launch({
    settings: {
      providers: [providerAt(origin), providerAt(voices, 'speaker')],
      defaultModel: { providerId: 'fake', modelId: 'parley-large' },
      voices: {
        favourites: { 'en-US': voice },
        speed: 1,
        pitch: 0,
        readAnswers: beginning === 'whileWritten',
        azureRegion: '',
      },
    },
  })
  await parley.composer.waitFor()
  return parley
}

async function readOnce({ page, send }: Parley, server: FakeOpenAi, subject: string) {
  const answer = streamAnswer(subject)
  server.behave(({ messages }) => {
    // The request for a title contains the same words.
    const isQuestion = messages.at(-1)?.content === subject
    return isQuestion
      ? { kind: 'bytes', pieces: answer.pieces }
      : { kind: 'answer', text: 'A title' }
  })
  await page.evaluate(() => void (window.soundsAt.length = 0))
  await send(subject)
  const soundAt = await firstSound(page)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.getByRole('button', { name: 'Stop reading' }).first().click()
  return soundAt - answer.firstSentenceAt()
}

async function firstSound(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => window.soundsAt[0], null, { polling: 50 })
  const soundAt = await found.jsonValue()
  if (soundAt === undefined) throw new Error('There was no sound')
  return soundAt
}

declare global {
  interface Window {
    /** The starts of the sounds, by Date.now(). */
    soundsAt: number[]
  }
}

function noteSounds(): void {
  window.soundsAt = []
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the `this` it gets
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
    const wait = Math.max(0, when - this.context.currentTime)
    window.soundsAt.push(Date.now() + wait * 1000)
    start.call(this, when, ...rest)
  }
}

/** Presses the button as soon as an answer is complete. */
function readCompleteAnswers(): void {
  const pressed = new WeakSet<Element>()
  const read = (): void => {
    const answer = [...document.querySelectorAll('article[aria-busy]')].at(-1)
    const button = answer?.querySelector<HTMLElement>('button[aria-label="Read aloud"]')
    if (!answer || !button || pressed.has(answer)) return
    if (answer.getAttribute('aria-busy') === 'true') busy.add(answer)
    else if (busy.has(answer)) {
      pressed.add(answer)
      button.click()
    }
  }
  const busy = new WeakSet<Element>()
  new MutationObserver(read).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
  })
}
