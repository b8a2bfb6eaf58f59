/** Ligatures, letters in their presentation forms, and radicals that stand for characters. */
const presentationForms = /[\u2e80-\u2fdf\ufb00-\ufdff\ufe70-\ufefc]/g
/** Places where a word may be cut, but is not. At the end of a line it is. */
const softHyphens = /\u00ad(?=.)/g
/** Letters with separate accents. */
const marks = /\p{M}/u

/**
 * Returns the text with ligatures and other presentation forms as the letters that people type and
 * search for. Superscripts, fractions and wide letters stay: they mean something.
 */
export function foldLetters(text: string): string {
  const folded = text
    .replaceAll(softHyphens, '')
    .replaceAll(presentationForms, (form) => form.normalize('NFKC'))
  return marks.test(folded) ? folded.normalize('NFC') : folded
}
