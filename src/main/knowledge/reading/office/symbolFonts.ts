/** Signs of Wingdings that documents use as words: boxes to tick, arrows, bullets. */
const wingdings: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '☐',
  0x71: '☐',
  0x72: '☐',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}
/** Wingdings 2 has its boxes elsewhere. */
const wingdings2: Readonly<Record<number, string>> = {
  0x4f: '✗',
  0x50: '✓',
  0x51: '☒',
  0x52: '☑',
  0x53: '☒',
  0x54: '☒',
  0x2a: '☐',
  0xa3: '☐',
}
const symbol: Readonly<Record<number, string>> = {
  ...letters(0x41, 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'),
  ...letters(0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'),
  0xa3: '≤',
  0xa5: '∞',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb6: '∂',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xba: '≡',
  0xbb: '≈',
  0xbc: '…',
  0xc5: '⊕',
  0xce: '∈',
  0xd2: '®',
  0xd3: '©',
  0xd4: '™',
  0xd6: '√',
  0xde: '⇒',
  0xe5: '∑',
  0xf2: '∫',
}

/** Returns the character that a sign of a symbol font looks like, or `undefined`. */
export function symbolCharacter(font: string, code: string): string | undefined {
  const point = Number.parseInt(code, 16)
  if (!Number.isFinite(point)) return undefined
  // Symbol fonts have their signs in the private use area, too.
  const at = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point
  if (/^wingdings$/i.test(font)) return wingdings[at]
  if (/^wingdings 2$/i.test(font)) return wingdings2[at]
  if (/^symbol$/i.test(font)) return symbol[at] ?? (at < 0x7f ? String.fromCharCode(at) : undefined)
  return point >= 0xe000 && point <= 0xf8ff ? undefined : String.fromCodePoint(point)
}

function letters(start: number, signs: string): Record<number, string> {
  return Object.fromEntries(Array.from(signs, (sign, at) => [start + at, sign]))
}
