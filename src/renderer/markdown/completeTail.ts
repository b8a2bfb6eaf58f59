import remend from 'remend'

/** Far longer than any cluster of code points that are shown as one character. */
const clusterWindow = 32
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Leaves out a last character that more text could still join, such as half of an emoji. */
export function cutAtGrapheme(text: string): string {
  const whole = text.replace(/[\ud800-\udbff]$/, '')
  const last = whole.at(-1)
  if (last === undefined || last <= '\u007f') return whole
  const start = Math.max(0, whole.length - clusterWindow)
  let cut = whole.length
  for (const { index } of segmenter.segment(whole.slice(start))) cut = start + index
  return whole.slice(0, cut)
}

/** Closes the emphasis, code and links that the end of a growing block has left open. */
export function completeTail(raw: string): string {
  return remend(raw, {
    linkMode: 'text-only',
    katex: false,
    inlineKatex: false,
    htmlTags: true,
    singleTilde: false,
    comparisonOperators: false,
  })
}
