import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'

/** Well below what any service takes in one request: OpenAI 2,048 texts, Cohere 96. */
const maxTexts = 64
const maxTokens = 24_000

/** Cuts texts into batches by number and tokens. A text alone may be larger. */
export function batches<Item extends { text: string }>(items: readonly Item[]): Item[][] {
  const made: Item[][] = []
  let batch: Item[] = []
  let tokens = 0
  for (const item of items) {
    const more = estimateTextTokens(item.text)
    if (batch.length > 0 && (batch.length >= maxTexts || tokens + more > maxTokens)) {
      made.push(batch)
      batch = []
      tokens = 0
    }
    batch.push(item)
    tokens += more
  }
  return batch.length > 0 ? [...made, batch] : made
}
