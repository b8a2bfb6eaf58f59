/** Far longer than any cluster of code points that are shown as one character. */
const clusterWindow = 32
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Leaves out a last character that more text could still join, such as half of an emoji. */
export function cutAtGrapheme(text: string): string {
  const last = text.at(-1)
  if (last === undefined || last <= '\u007f') return text
  const whole = last >= '\ud800' && last <= '\udbff' ? text.slice(0, -1) : text
  const start = Math.max(0, whole.length - clusterWindow)
  let cut = whole.length
  for (const { index } of segmenter.segment(whole.slice(start))) cut = start + index
  return whole.slice(0, cut)
}
