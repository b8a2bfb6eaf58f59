import { oddShare } from '../letterFit.ts'
import { areRareIdeographs } from './commonIdeographs.ts'
import type { PdfPage } from './pdfLine.ts'

/**
 * Frequency of the letters a to z in 33 languages with Latin letters, in thousandths, counted in
 * the texts of a program.
 */
const usual = [
  94, 12, 26, 52, 111, 9, 23, 15, 98, 7, 19, 50, 27, 77, 63, 20, 2, 55, 51, 66, 42, 30, 6, 29, 11,
  7,
]
/** The share of signs without meaning above which a page is none to read. */
const maxMeaninglessShare = 0.3
/** The share of neighbours of two scripts above which letters are no words, and their least number. */
const maxMixedShare = 0.3
const minNeighbours = 20
/** The share of letters above which it is the font that does not say what its letters mean. */
const unknownShare = 0.5
/** Texts of these lengths are at least this much like the usual letters, and seldom any others. */
const minLikenesses = [
  { letters: 300, minimum: 0.74 },
  { letters: 100, minimum: 0.6 },
  { letters: 0, minimum: 0.45 },
]
/** Stricter proof for a font that claims to know its letters. */
const certain = { letters: 100, minimum: 0.55, distinct: 12, wordLength: 20 }
const judgedLength = 20_000

/**
 * Tells whether a page's letters are no text, by what they are: a font may say nothing of its
 * letters and have them right, or name each and be wrong.
 */
export function isGarbage({ lines, unknown, meaningless }: PdfPage): boolean {
  const text = lines
    .filter(({ written }) => written === undefined)
    .map((line) => line.text)
    .join(' ')
    .slice(0, judgedLength)
  const all = text.replaceAll(/\s/g, '').length
  if (all === 0) return false
  const foreign = text.replaceAll(/[\0-\u007f]/g, '').length
  const odd = Math.max(meaningless, oddShare(text) * foreign)
  if (odd > all * maxMeaninglessShare) return true
  if (isMixed(text)) return true
  const isUnknown = unknown > all * unknownShare
  if (isUnknown && areRareIdeographs(text)) return true
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  // Other scripts are told by their neighbours alone.
  if (letters.length < all / 2) return false
  const likeness = likenessOf(letters)
  if (isUnknown) {
    const rule = minLikenesses.find((one) => letters.length >= one.letters)
    return likeness < (rule?.minimum ?? 0)
  }
  const isLong = letters.length >= certain.letters && new Set(letters).size >= certain.distinct
  // Keys and checksums are no language, but what the page says.
  const words = text.split(/\s+/).length
  return isLong && likeness < certain.minimum && all / words < certain.wordLength
}

/** Scripts that stand beside each other in texts and formulas. */
const mingling = String.raw`\p{sc=Latn}\p{sc=Grek}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}`
/** Scripts that no words share. */
const scripts = [
  new RegExp(`[${mingling}]`, 'u'),
  ...[/\p{sc=Cyrl}/u, /\p{sc=Arab}/u, /\p{sc=Hebr}/u, /\p{sc=Deva}/u, /\p{sc=Thai}/u],
]
const otherLetter = new RegExp(`[[\\p{Lo}\\p{Ll}\\p{Lu}]--[${mingling}]]`, 'v')

/** Tells whether letters of different scripts stand beside each other all over a text. */
function isMixed(text: string): boolean {
  // Most pages have one script: they are told at once.
  if (!otherLetter.test(text)) return false
  let count = 0
  let mixed = 0
  let before: number | undefined
  for (const character of text) {
    const script = /[\p{Lo}\p{Ll}\p{Lu}]/u.test(character) ? scriptOf(character) : undefined
    if (script !== undefined && before !== undefined) {
      count += 1
      if (script !== before) mixed += 1
    }
    before = script
  }
  return count >= minNeighbours && mixed > count * maxMixedShare
}

/** Returns which script a letter is of; those of rare scripts are one. */
function scriptOf(character: string): number {
  return scripts.findIndex((script) => script.test(character))
}

/** Returns the cosine between the frequencies of letters and the usual ones. */
function likenessOf(letters: string): number {
  const counts = usual.map(() => 0)
  for (let at = 0; at < letters.length; at++) {
    const index = letters.charCodeAt(at) - 0x61
    counts[index] = (counts[index] ?? 0) + 1
  }
  const product = counts.reduce((sum, count, index) => sum + count * (usual[index] ?? 0), 0)
  const norm = Math.hypot(...counts) * Math.hypot(...usual)
  return norm === 0 ? 0 : product / norm
}
