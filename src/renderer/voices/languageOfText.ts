import type { Locale } from '../../shared/languages.ts'
import { spokenLanguages } from './spokenLanguages.ts'

const signs = (Object.keys(spokenLanguages) as Locale[]).map((locale) => ({
  locale,
  ...spokenLanguages[locale].sign,
}))
const scripts = signs.filter((sign) => 'script' in sign)
const chinese = signs.filter((sign) => 'characters' in sign)
/** Small words that are frequent in one language; some are in several. */
const words = signs.filter((sign) => 'words' in sign)
/** Weight of each word: one divided by the number of languages that have it. */
const weights = new Map<string, number>()
for (const { words: known } of words) {
  for (const word of known) weights.set(word, (weights.get(word) ?? 0) + 1)
}
for (const [word, count] of weights) weights.set(word, 1 / count)
/**
 * Score that the usual language starts with: one word that only another language has outweighs it.
 */
const usualWeight = 0.75
/** Characters of a message that are looked at: more would not change its language. */
const maxCharacters = 4000

/** Code in Markdown, also a block that is still being written. Its words are mostly English. */
const code = /^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|(?![^]))|`[^`\n]*`/gm

/**
 * Returns the language of a whole message in Markdown, or `usual` if the text doesn't show it. Its
 * script decides if it can, and else small words.
 */
export function languageOfText(message: string, usual: Locale): Locale {
  const text = message
    .slice(0, 10 * maxCharacters)
    .replace(code, ' ')
    .slice(0, maxCharacters)
  return languageOfScript(text, usual) ?? latinOf(text, usual)
}

/**
 * Returns the language whose voice reads a sentence of a message in the language `message`. Within a
 * message only another script changes the voice: a short sentence has too few words to tell.
 */
export function languageOfSentence(sentence: string, message: Locale): Locale {
  const written = languageOfScript(sentence, message)
  if (written) return written
  return words.some(({ locale }) => locale === message) ? message : latinOf(sentence, message)
}

/** Returns the language that the script shows, or `usual` without letters; undefined for Latin. */
function languageOfScript(text: string, usual: Locale): Locale | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return usual
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  for (const { script, locale } of scripts) {
    const found = text.match(script)?.length ?? 0
    // A name in another script does not decide for the whole text.
    if (found / letters > 0.3) return locale
    // Japanese may have few characters of its own among Chinese ones.
    if (locale === 'ja-JP' && found > 0 && (found + han) / letters > 0.5) return locale
  }
  if (han / letters > 0.3) return chineseOf(text, usual)
  return undefined
}

function chineseOf(text: string, usual: Locale): Locale {
  if (usual === 'ja-JP') return usual
  const written = chinese.find(({ characters }) => characters.test(text))
  if (written) return written.locale
  return usual === 'zh-TW' ? usual : 'zh-CN'
}

function latinOf(text: string, usual: Locale): Locale {
  const lower = text.toLowerCase().replaceAll("'", '’')
  const written = lower.match(/\p{L}+(?:’\p{L}+)?/gu) ?? []
  const scores = words.map(({ locale, words: known, letters }) => {
    const inWords = written.reduce((sum, word) => sum + (known.has(word) ? weightOf(word) : 0), 0)
    const inLetters = letters ? Math.min(3, lower.match(letters)?.length ?? 0) : 0
    return { locale, score: inWords + inLetters + (locale === usual ? usualWeight : 0) }
  })
  const [best] = scores.toSorted((a, b) => b.score - a.score)
  if (best && best.score >= usualWeight) return best.locale
  // A voice that knows no Latin letters does not read a text in them.
  return words.some(({ locale }) => locale === usual) ? usual : 'en-US'
}

function weightOf(word: string): number {
  return weights.get(word) ?? 0
}
