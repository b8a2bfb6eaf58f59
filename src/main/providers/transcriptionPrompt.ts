import type { Locale } from '../../shared/languages.ts'

/** Whisper reads the last 224 tokens of a prompt; source: OpenAI's guide to speech to text. */
const promptTokensMaximum = 224

/** What makes Whisper write Chinese in the script of the locale. */
const scriptHints: Partial<Record<Locale, string>> = {
  'zh-CN': '以下是普通话的句子。',
  'zh-TW': '以下是普通話的句子。',
}

/** ISO 639-1. */
export function languageCode(locale: Locale): string {
  return locale.slice(0, locale.indexOf('-'))
}

/** A prompt with as many of the words as are read, the last of them first to stay. */
export function promptOf(words: readonly string[], locale: Locale | null): string {
  const hint = (locale && scriptHints[locale]) ?? ''
  const kept: string[] = []
  let tokens = tokensOf(hint)
  for (const word of words.toReversed()) {
    tokens += tokensOf(word) + 1
    if (tokens > promptTokensMaximum) break
    kept.unshift(word)
  }
  const list = kept.length > 0 ? `${kept.join(', ')}.` : ''
  return [hint, list].filter((part) => part !== '').join(' ')
}

/** More than a tokenizer would count: names fall apart into short tokens. */
function tokensOf(text: string): number {
  let tokens = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    tokens += code < 0x80 ? 0.5 : code < 0x2e80 ? 1 : 2
  }
  return Math.ceil(tokens)
}

/** How the models write down that there was a sound, but no speech. */
const soundNotes =
  /\[[^\]]{0,40}\]|\([^)]{0,40}\)|（[^）]{0,40}）|【[^】]{0,40}】|\*[^*]{1,40}\*|[♪♫]/gu

/**
 * What was said, without the marks of models that heard none: `[BLANK_AUDIO]`, `(music)`, or the
 * prompt, which Whisper says back to noise.
 */
export function cleanTranscript(text: string, prompt: string): string {
  const said = text.replaceAll(/\[(?:BLANK_AUDIO|_[A-Z]+_?)\]/g, '').trim()
  if (/^[\s\p{P}]*$/u.test(said.replaceAll(soundNotes, ''))) return ''
  return prompt !== '' && bare(said) === bare(prompt) ? '' : said
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()
}
