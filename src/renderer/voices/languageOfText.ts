import type { Locale } from '../../shared/languages.ts'
import { spokenLanguages } from './spokenLanguages.ts'

const signs = (Object.keys(spokenLanguages) as Locale[]).map((locale) => ({
  locale,
  ...spokenLanguages[locale].sign,
}))
const scripts = signs.filter((sign) => 'script' in sign)
const chinese = signs.filter((sign) => 'characters' in sign)
/** Small words that are frequent in one language and rare in the others. */
const words = signs.filter((sign) => 'words' in sign)

/**
 * Returns a text's most likely language, or `usual` if the text doesn't show it. A sentence is
 * short: its script decides if it can, and else small words.
 */
export function languageOfText(text: string, usual: Locale): Locale {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return usual
  for (const { script, locale } of scripts) {
    const found = text.match(script)?.length ?? 0
    // A name in another script does not decide for the whole sentence.
    if (found / letters > 0.3 || (locale === 'ja-JP' && found > 0)) return locale
  }
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han / letters > 0.3) return chineseOf(text, usual)
  return latinOf(text, usual)
}

function chineseOf(text: string, usual: Locale): Locale {
  if (usual === 'ja-JP') return usual
  const written = chinese.find(({ characters }) => characters.test(text))
  if (written) return written.locale
  return usual === 'zh-TW' ? usual : 'zh-CN'
}

function latinOf(text: string, usual: Locale): Locale {
  const written = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = words.map(({ locale, words: known }) => ({
    locale,
    score: written.filter((word) => known.has(word)).length + (locale === usual ? 0.5 : 0),
  }))
  const [best] = scores.toSorted((a, b) => b.score - a.score)
  if (best && best.score >= 1) return best.locale
  // A voice that knows no Latin letters does not read a text in them.
  return words.some(({ locale }) => locale === usual) ? usual : 'en-US'
}
