/** Far longer than any cluster of code points that are shown as one character. */
const clusterWindow = 32
/** Half of a code point of which two make a flag. */
const regionalIndicator = /\ud83c|[\udde6-\uddff]/
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Leaves out a last character that more text could still join, such as half of an emoji. */
export function cutAtGrapheme(text: string): string {
  const last = text.at(-1)
  if (last === undefined || last <= '\u007f') return text
  const whole = last >= '\ud800' && last <= '\udbff' ? text.slice(0, -1) : text
  let start = Math.max(0, whole.length - clusterWindow)
  // Flags are pairs: in a row of them only its beginning tells which belong together.
  while (start > 0 && regionalIndicator.test(whole.charAt(start))) start -= 1
  let cut = whole.length
  for (const { index } of segmenter.segment(whole.slice(start))) cut = start + index
  return whole.slice(0, cut)
}
