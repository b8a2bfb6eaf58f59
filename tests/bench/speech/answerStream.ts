import { setTimeout as delay } from 'node:timers/promises'

const tokensPerSecond = 100
/** The length of an answer of a few paragraphs: some three seconds. */
const sentences = 60

export interface AnswerStream {
  pieces: AsyncIterable<Uint8Array>
  /** Returns when the full stop of the first sentence was sent, by Date.now(). */
  firstSentenceAt: () => number
}

/** Streams an answer of a chat service word by word. `subject` makes its sentences unique. */
export function streamAnswer(subject: string): AnswerStream {
  let firstSentenceAt = Number.NaN
  const words = Array.from({ length: sentences }, (_, index) => {
    return `This is ${subject}, sentence ${String(index + 1)}.`.split(' ')
  }).flat()
  async function* write(): AsyncGenerator<Uint8Array> {
    const start = performance.now()
    for (const [index, word] of words.entries()) {
      const early = start + (index * 1000) / tokensPerSecond - performance.now()
      if (early > 1) await delay(early)
      if (word.endsWith('.') && Number.isNaN(firstSentenceAt)) firstSentenceAt = Date.now()
      yield event({ content: index === 0 ? word : ` ${word}` }, null)
    }
    yield event({}, 'stop')
    yield Buffer.from('data: [DONE]\n\n')
  }
  return { pieces: write(), firstSentenceAt: () => firstSentenceAt }
}

function event(delta: object, finishReason: 'stop' | null): Buffer {
  const chunk = {
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'parley-large',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  }
  return Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)
}
