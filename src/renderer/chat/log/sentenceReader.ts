import { createBlockParser } from '../../markdown/syntax/blocks/blockParser.ts'
import { createSpeakableReader } from '../../markdown/speakableReader.ts'
import type { SpokenNames } from '../../markdown/speakableReader.ts'
import { followGrowingText } from '../../voices/growingText.ts'

export interface SentenceReader {
  /**
   * Returns what can newly be read out of a text. Each text is the one before, or longer; any other
   * is read from its beginning.
   */
  take: (text: string, finished: boolean) => string
}

/** Reads a growing Markdown text sentence by sentence, without its marks. */
export function createSentenceReader(names: SpokenNames): SentenceReader {
  let { parser, reader, takeNew } = begin(names)
  return {
    take: (text, finished) => {
      let added = takeNew(text)
      if (added === undefined) {
        ;({ parser, reader, takeNew } = begin(names))
        added = takeNew(text) ?? text
      }
      parser.append(added)
      if (finished) parser.end()
      return reader
        .take(finished)
        .map((sentence) => sentence.text)
        .join(' ')
    },
  }
}

function begin(names: SpokenNames) {
  const parser = createBlockParser()
  const { document, links } = parser
  const reader = createSpeakableReader({ document, links, names })
  return { parser, reader, takeNew: followGrowingText() }
}
