import type { Locale } from '../../shared/languages.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Providers } from '../providers/providers.ts'
import { ownSentence } from './sentences.ts'

/** A service may list hundreds, which would push the sentence above them off the screen. */
const maxNames = 20

interface HintOptions {
  /** The name that no provider knows; undefined if none was given. */
  wanted: string | undefined
  settings: Pick<Settings, 'recentModels' | 'favouriteModels'>
  providers: Pick<Providers, 'models'>
  locale: Locale
}

/**
 * Says how to choose a model, and lists names for `--model`: those that contain the wanted one if
 * there are any, else all. Asks the providers for their lists. Empty if there is nothing to say.
 */
export async function modelHint(options: HintOptions): Promise<string> {
  const { wanted, locale } = options
  const lines = wanted === undefined ? [await ownSentence(locale, 'chooseModel')] : []
  const names = await findNames(options)
  if (names.length > 0) {
    const shown = names.slice(0, maxNames).map((name) => `  ${name}`)
    const rest = names.length - shown.length
    lines.push(await ownSentence(locale, 'availableModels'), ...shown)
    if (rest > 0) lines.push(`  … (+${String(rest)})`)
  }
  return lines.join('\n')
}

async function findNames({ wanted = '', settings, providers }: HintOptions): Promise<string[]> {
  // A service that is down must not hide the reason for the hint.
  const { models } = await providers.models(false).catch(() => ({ models: [] }))
  const known = [...settings.recentModels, ...settings.favouriteModels, ...models]
  const names = [...new Set(known.map(({ providerId, modelId }) => `${providerId}/${modelId}`))]
  const close = names.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()))
  return close.length > 0 ? close : names
}
