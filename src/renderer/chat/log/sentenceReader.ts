import { createBlockParser } from '../../markdown/syntax/blocks/blockParser.ts'
import { createSpeakableReader } from '../../markdown/speakableReader.ts'
import type { SpokenNames } from '../../markdown/speakableReader.ts'

export interface SentenceReader {
  /** Returns what can newly be read out of a text. Each text is the one before, or longer. */
  take: (text: string, finished: boolean) => string
}

/** Reads a growing Markdown text sentence by sentence, without its marks. */
export function createSentenceReader(names: SpokenNames): SentenceReader {
  const parser = createBlockParser()
  const { document, links } = parser
  const reader = createSpeakableReader({ document, links, names })
  let length = 0
  return {
    take: (text, finished) => {
      parser.append(text.slice(length))
      length = text.length
      if (finished) parser.end()
      return reader
        .take(finished)
        .map((sentence) => sentence.text)
        .join(' ')
    },
  }
}
