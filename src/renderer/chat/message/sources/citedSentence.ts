import { maxClaimLength } from '../../../../shared/limits.ts'
import { sentenceRanges } from '../../../../shared/sentences/sentenceRanges.ts'

const blocks = 'p, li, td, th, dd, dt, blockquote, h1, h2, h3, h4, h5, h6'

/**
 * Returns the sentence of an answer that carries a mark of a source: the pressed one, or the first
 * if something else was pressed; undefined without one. A mark behind a full stop belongs to the
 * sentence before it.
 */
export function citedSentence(
  answer: Element | null,
  number: number,
  pressed: Element,
): string | undefined {
  const isMark = pressed.closest('.source-reference') !== null
  const first = `.source-reference [data-source="${String(number)}"]`
  const mark = isMark ? pressed : answer?.querySelector(first)
  const block = mark?.closest(blocks)
  if (!mark || !block) return undefined
  let text = ''
  let at = 0
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (mark.contains(node)) at = text.length
    if (!node.parentElement?.closest('.source-reference')) text += node.textContent
  }
  const last = Math.max(0, text.slice(0, at).trimEnd().length - 1)
  const range = sentenceRanges(text).find(({ start, end }) => start <= last && last < end)
  const sentence = range && text.slice(range.start, range.end).trim()
  return sentence === '' ? undefined : sentence?.slice(0, maxClaimLength)
}
