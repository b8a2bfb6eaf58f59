import type { Locale } from '../../shared/languages.ts'
import type { Voice } from '../../shared/speech/voices.ts'

/** Returns a language's voices: the best installed ones first, then all others. */
export async function listSystemVoices(locale: Locale): Promise<Voice[]> {
  const [{ default: table }] = await Promise.all([
    import('../../../resources/systemVoices.json'),
    whenSystemVoicesAreKnown(),
  ])
  const installed = speechSynthesis.getVoices().filter(({ lang }) => isSameLanguage(lang, locale))
  const byName = new Map(installed.map((voice) => [plainName(voice.name), voice]))
  const known = (table[locale] ?? []).flatMap(({ label, names }) => {
    const voice = names.map((name) => byName.get(plainName(name))).find(Boolean)
    if (!voice) return []
    byName.delete(plainName(voice.name))
    return [toVoice(voice, label)]
  })
  return [...known, ...[...byName.values()].map((voice) => toVoice(voice, voice.name))]
}

function toVoice({ name, lang }: SpeechSynthesisVoice, label: string): Voice {
  return { reference: { family: 'system', voice: name }, name: label, locale: lang, source: '' }
}

/** Returns a name for comparing: spaces differ, and macOS adds the language in the system's own. */
function plainName(name: string): string {
  return name.replaceAll(/\s+/g, ' ').replace(/ \(.*$/, '')
}

function isSameLanguage(tag: string, locale: Locale): boolean {
  return tag.split(/[-_]/)[0]?.toLowerCase() === locale.split('-')[0]
}

/** Resolves once the browser knows its voices, which it learns late. */
export function whenSystemVoicesAreKnown(): Promise<void> {
  if (speechSynthesis.getVoices().length > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => resolve()
    speechSynthesis.addEventListener('voiceschanged', done, { once: true })
    setTimeout(done, 500)
  })
}
