import type { Locale } from '../../shared/languages.ts'

/** Scripts that identify a language, the most specific first. */
const scripts: readonly { pattern: RegExp; locale: Locale }[] = [
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, locale: 'ja-JP' },
  { pattern: /\p{Script=Hangul}/u, locale: 'ko-KR' },
  { pattern: /\p{Script=Arabic}/u, locale: 'ar-SA' },
  { pattern: /\p{Script=Cyrillic}/u, locale: 'ru-RU' },
]

/** Characters that only one of the two Chinese scripts has. */
const simplified =
  /[们这来时说国会过对个为后无从样现问间头长东车马门见书学习发经点体机开关电话语认识]/
const traditional =
  /[們這來時說國會過對個為後無從樣現問間頭長東車馬門見書學習發經點體機開關電話語認識]/

/** Small words that are frequent in one language and rare in the others. */
const words: readonly { locale: Locale; pattern: RegExp }[] = [
  {
    locale: 'de-DE',
    pattern: /\b(?:der|die|das|und|ist|nicht|ein|eine|mit|für|auf|sich|wird|oder|auch|von|zu)\b/giu,
  },
  {
    locale: 'en-US',
    pattern: /\b(?:the|and|is|are|of|to|in|that|it|with|for|you|this|not|or|can|be)\b/giu,
  },
  {
    locale: 'es-ES',
    pattern: /\b(?:el|los|las|y|es|una|con|por|para|que|del|como|más|pero|se|lo)\b/giu,
  },
  {
    locale: 'fr-FR',
    pattern: /\b(?:le|les|des|et|est|une|avec|pour|que|dans|pas|sur|qui|vous|du|ce)\b/giu,
  },
  {
    locale: 'pt-BR',
    pattern: /\b(?:o|os|as|e|é|um|uma|com|para|não|que|do|da|em|você|mais|ao)\b/giu,
  },
]

/**
 * Returns a text's most likely language, or `usual` if the text doesn't show it. A sentence is
 * short: its script decides if it can, and else small words.
 */
export function languageOfText(text: string, usual: Locale): Locale {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return usual
  for (const { pattern, locale } of scripts) {
    const found = text.match(new RegExp(pattern, 'gu'))?.length ?? 0
    // A name in another script does not decide for the whole sentence.
    if (found / letters > 0.3 || (locale === 'ja-JP' && found > 0)) return locale
  }
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han / letters > 0.3) return chineseOf(text, usual)
  return latinOf(text, usual)
}

function chineseOf(text: string, usual: Locale): Locale {
  if (usual === 'ja-JP') return usual
  if (traditional.test(text)) return 'zh-TW'
  if (simplified.test(text)) return 'zh-CN'
  return usual === 'zh-TW' ? usual : 'zh-CN'
}

function latinOf(text: string, usual: Locale): Locale {
  const scores = words.map(({ locale, pattern }) => ({
    locale,
    score: (text.match(pattern)?.length ?? 0) + (locale === usual ? 0.5 : 0),
  }))
  const [best] = scores.toSorted((a, b) => b.score - a.score)
  if (best && best.score >= 1) return best.locale
  // A voice that knows no Latin letters does not read a text in them.
  return words.some(({ locale }) => locale === usual) ? usual : 'en-US'
}
