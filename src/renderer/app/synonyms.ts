import type { ParseKeys, TFunction } from 'i18next'
import type texts from '../locales/en-US.json'

type Synonyms = (typeof texts)['settings']['alsoCalled']

/**
 * Returns what people call a section, a setting or a command besides its title, in the language of
 * the interface; empty if nothing is listed (`settings.alsoCalled` in the locales).
 */
export function synonymsOf(kind: keyof Synonyms, id: string, t: TFunction): string[] {
  const key = `settings.alsoCalled.${kind}.${id}` as ParseKeys
  return t(key, { defaultValue: '' })
    .split(/[,،、]\s*/)
    .filter(Boolean)
}
