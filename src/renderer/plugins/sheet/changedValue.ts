import type { TFunction } from 'i18next'
import { formatList } from '../../ui/formatList.ts'

const sends = ['arguments', 'settings', 'secrets', 'pageRequests'] as const
const effects = ['read', 'write', 'outside'] as const
const types = ['default', 'markdown', 'standalone'] as const
const toolParts = ['description', 'parameters', 'effect', 'destination'] as const

function oneOf<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  return names.find((name) => name === text)
}

/**
 * Returns a value of a change in the user's words, where it is one of Parley's own names; null where
 * it is the plugin's text, to be shown as it is.
 */
export function changedValue(
  t: TFunction,
  language: string,
  { path, text }: { path: string; text: string | null },
): string | null {
  if (path === 'localNetwork') return t(`plugins.changes.${text === null ? 'no' : 'yes'}`)
  if (text === null) return t('plugins.changes.nothing')
  if (path.startsWith('hosts.')) {
    if (text === '') return t('plugins.sheet.hosts.getsNothing')
    const words = text.split(', ').map((kind) => {
      const known = oneOf(sends, kind)
      return known ? t(`plugins.sheet.hosts.sends.${known}`) : kind
    })
    return formatList(language, words)
  }
  if (path === 'type') {
    const type = oneOf(types, text)
    return type ? t(`plugins.changes.types.${type}`) : null
  }
  if (path.startsWith('secretSettings.')) {
    return t(`plugins.sheet.settings.${text === 'secret' ? 'secret' : 'open'}`)
  }
  if (toolPartOf(path)?.part === 'effect') {
    const effect = oneOf(effects, text)
    return effect ? t(`plugins.effect.${effect}.here`) : null
  }
  return null
}

/** Returns the tool and its part that a path of a change names; undefined if it names none. */
export function toolPartOf(
  path: string,
): { tool: string; part: (typeof toolParts)[number] } | undefined {
  const [, tool = '', name = ''] = /^tools\.(.+)\.(\w+)$/.exec(path) ?? []
  const part = oneOf(toolParts, name)
  return part && { tool, part }
}
