const unspoken = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/u
const letter = /\p{L}/u
const mark = /\p{M}/u
const upper = /\p{Lu}/u
const lower = /\p{Ll}/u
/** Scripts whose words are not set apart by spaces, or that stand beside any other. */
const dense = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}]/u
const scripts = [/\p{sc=Latn}/u, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /\p{sc=Arab}/u, /\p{sc=Hebr}/u]
/** Signs that stand within words, or right beside them. */
const joining = /[’‘·‧\u00a0\u00ad\u200c\u200d]/u
const attached = /[°©®™²³¹ªº]/u
const symbol = /[\p{So}\p{Sm}\p{Sk}\p{No}]/u
const wordless = /[\p{S}\p{P}\p{No}\p{Zs}]/u

/**
 * Returns the share of a text's characters above ASCII that no writer puts where they are: capitals
 * within words, signs within words, letters of two scripts in one word, and what is no character at
 * all. A text that was taken for another encoding, or whose font lies, is full of them. `language`
 * is that of the text, if it is known: English has hardly a letter above ASCII.
 */
export function oddShare(text: string, language?: string | null): number {
  const characters = Array.from(text)
  let count = 0
  let odd = 0
  for (const [index, character] of characters.entries()) {
    if (isPlain(character)) continue
    count += 1
    const before = characters[index - 1] ?? ' '
    const after = characters[index + 1] ?? ' '
    if (isOdd(character, before, after)) odd += 1
    else if (language === 'en' && letter.test(character)) odd += 0.5
  }
  return count === 0 ? 0 : odd / count
}

function isPlain(character: string): boolean {
  return (character >= ' ' && character < '\u007f') || /[\t\n\r\f]/.test(character)
}

function isOdd(character: string, before: string, after: string): boolean {
  if (unspoken.test(character)) return true
  if (mark.test(character)) return !letter.test(before) && !mark.test(before)
  if (letter.test(character)) {
    if (upper.test(character) && lower.test(before)) return true
    return isForeign(character, before) || isForeign(character, after)
  }
  if (!wordless.test(character) || joining.test(character) || attached.test(character)) return false
  const [isAfterWord, isBeforeWord] = [isWord(before), isWord(after)]
  return (isAfterWord && isBeforeWord) || ((isAfterWord || isBeforeWord) && symbol.test(character))
}

/** Tells whether a character is of a word of a script that puts spaces between words. */
function isWord(character: string): boolean {
  return letter.test(character) && !dense.test(character)
}

function isForeign(character: string, neighbour: string): boolean {
  if (!isWord(character) || !isWord(neighbour)) return false
  const script = scripts.find((known) => known.test(character))
  return script !== undefined && scripts.find((known) => known.test(neighbour)) !== script
}
