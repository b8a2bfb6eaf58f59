import type { Warning } from '../../shared/chat/parts.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/languages.ts'
import type texts from '../../renderer/locales/en-US.json'

interface Texts {
  terminal: typeof texts.terminal
  errors: Pick<typeof texts.errors, 'sentences' | 'unnamed'>
  chat: { warning: Record<string, string> }
}

/** The command's own sentences and the page's on failures, loaded for the first that is told. */
const textsByPath = import.meta.glob<Texts>('../../renderer/locales/*.json', {
  query: '?keys=terminal,errors.sentences,errors.unnamed,chat.warning',
  import: 'default',
})

/** Returns the sentence on an error with its subject, and the service's own words on the next line. */
export async function errorSentence(locale: Locale, error: WireError): Promise<string> {
  const { errors } = await textsIn(locale)
  const { provider, model, subject = '', replacement = '', answer } = error.details ?? {}
  const values = {
    provider: provider ?? errors.unnamed.provider,
    model: model ?? errors.unnamed.model,
    subject,
    replacement,
  }
  const sentence = fill(errors.sentences[error.code], values)
  // A message of the window stands beside the thing that it is about.
  const named = subject === '' || sentence.includes(subject) ? sentence : `${sentence} (${subject})`
  return answer === undefined ? named : `${named}\n${answer}`
}

/** Returns the sentence on a warning; its code for one that needs more than its subject. */
export async function warningSentence(
  locale: Locale,
  { code, subject = '' }: Warning,
): Promise<string> {
  const { chat } = await textsIn(locale)
  const text = chat.warning[code]
  return text === undefined ? `${code} ${subject}`.trim() : fill(text, { subject })
}

/** Returns a sentence of the command's own. */
export async function ownSentence(
  locale: Locale,
  key: keyof Texts['terminal'],
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { terminal } = await textsIn(locale)
  return fill(terminal[key], values)
}

async function textsIn(locale: Locale): Promise<Texts> {
  const load = textsByPath[`../../renderer/locales/${locale}.json`]
  if (!load) throw new Error(`There are no texts for ${locale}`)
  return load()
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
