const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** A single sentence of such a length is read out in parts. */
const sentenceLengthMaximum = 400

export interface Sentences {
  /** What can be read out now; empty while no sentence has ended. */
  text: string
  /** Where in the source the next call goes on. */
  end: number
}

/** The sentences that have ended between `start` and the end of a text that may still grow. */
export function takeSentences(source: string, start: number, finished: boolean): Sentences {
  const rest = source.slice(start)
  if (finished) return { text: speakable(rest), end: source.length }
  let end = 0
  for (const { index } of segmenter.segment(rest)) end = index
  if (end === 0 && rest.length > sentenceLengthMaximum) end = rest.lastIndexOf(' ') + 1
  return { text: speakable(rest.slice(0, end)), end: start + end }
}

/** Markdown without its marks, which nobody wants to hear. */
function speakable(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:```|~~~).*$/gm, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replaceAll(/[*_`|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
