import type { Locale } from '../../../shared/languages.ts'

/** Whisper reads the last 224 tokens of a prompt. Source: OpenAI's guide to speech to text. */
const maxPromptTokens = 224

/** Prompts that make Whisper write Chinese in the locale's script. */
const scriptHints: Partial<Record<Locale, string>> = {
  'zh-CN': '以下是普通话的句子。',
  'zh-TW': '以下是普通話的句子。',
}

/** Returns the ISO 639-1 code. */
export function languageCode(locale: Locale): string {
  return locale.slice(0, locale.indexOf('-'))
}

/** Returns a prompt with as many words as fit. Drops the first words first. */
export function promptOf(words: readonly string[], locale: Locale | null): string {
  const hint = (locale && scriptHints[locale]) ?? ''
  const kept: string[] = []
  let tokens = tokensOf(hint)
  for (const word of words.toReversed()) {
    tokens += tokensOf(word) + 1
    if (tokens > maxPromptTokens) break
    kept.unshift(word)
  }
  const list = kept.length > 0 ? `${kept.join(', ')}.` : ''
  return [hint, list].filter((part) => part !== '').join(' ')
}

/** Overestimates the tokens, because names split into short tokens. */
function tokensOf(text: string): number {
  let tokens = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    tokens += code < 0x80 ? 0.5 : code < 0x2e80 ? 1 : 2
  }
  return Math.ceil(tokens)
}

/** The notes that models write for sound without speech. */
const soundNotes =
  /\[[^\]]{0,40}\]|\([^)]{0,40}\)|（[^）]{0,40}）|【[^】]{0,40}】|\*[^*]{1,40}\*|[♪♫]/gu

/**
 * Removes the output of models that heard no speech: `[BLANK_AUDIO]`, `(music)`, or the prompt,
 * which Whisper repeats for noise.
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
