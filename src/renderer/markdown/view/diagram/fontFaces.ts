/** A font face, as CSS writes it. */
export interface FontFaceRule {
  family: string
  weight: string
  style: string
  unicodeRange: string
}

/** Returns a test of whether a face has glyphs for any of these characters. */
export function coverageOf(text: string): (face: FontFaceRule) => boolean {
  const points = [...new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))]
  return ({ unicodeRange }) =>
    unicodeRange.split(',').some((range) => {
      const [first, last] = toRange(range)
      return points.some((point) => point >= first && point <= last)
    })
}

/** Reads a range as Chromium writes it: `U+0-FF` or `U+131`. */
function toRange(range: string): readonly [first: number, last: number] {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return [parseInt(first, 16), parseInt(last, 16)]
}
