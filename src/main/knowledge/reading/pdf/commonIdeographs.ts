/**
 * Common characters in old encodings of Chinese and Japanese, which list them before rare ones:
 * first and last lead byte, and range of the second byte.
 */
const ranges = [
  { encoding: 'gbk', leads: [0xb0, 0xd7], trails: [0xa1, 0xfe] },
  { encoding: 'shift_jis', leads: [0x88, 0x97], trails: [0x40, 0xfc] },
  { encoding: 'big5', leads: [0xa4, 0xc6], trails: [0x40, 0xfe] },
] as const
/** Nearly all characters of a text are common; of those taken at random a third is. */
const minCommonShare = 0.8
const minLetters = 4
const ideograph = /\p{sc=Han}/u

let common: ReadonlySet<string> | undefined

/** Tells whether a text's Chinese characters are such as no text has beside each other. */
export function areRareIdeographs(text: string): boolean {
  const characters = Array.from(text).filter((character) => ideograph.test(character))
  if (characters.length < minLetters) return false
  common ??= commonIdeographs()
  const known = common
  const count = characters.filter((character) => known.has(character)).length
  return count < characters.length * minCommonShare
}

function commonIdeographs(): ReadonlySet<string> {
  const texts = ranges.flatMap(({ encoding, leads, trails }) => {
    const decoder = new TextDecoder(encoding)
    const pairs = between(leads).flatMap((lead) => between(trails).map((trail) => [lead, trail]))
    return pairs.map((pair) => decoder.decode(Uint8Array.from(pair)))
  })
  return new Set(Array.from(texts.join('')).filter((character) => ideograph.test(character)))
}

function between([first, last]: readonly [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
