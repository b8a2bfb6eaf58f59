import type { TFunction } from 'i18next'
import type { PluginSheet } from '../../shared/plugins/pluginSheet.ts'

const own = { oauthClientId: 'clientId', oauthClientSecret: 'clientSecret' } as const

/** Returns the title of a setting that Parley itself adds for signing in; undefined for any other. */
export function signInTitle(
  t: TFunction,
  { format, process }: Pick<PluginSheet, 'format' | 'process'>,
  name: string,
): string | undefined {
  if (format !== 'mcp' || process !== null || !(name in own)) return undefined
  return t(`plugins.signIn.${own[name as keyof typeof own]}`)
}

/** Returns when such a setting is needed; undefined for any other setting. */
export function signInHint(
  t: TFunction,
  sheet: Pick<PluginSheet, 'format' | 'process'>,
  name: string,
): string | undefined {
  return signInTitle(t, sheet, name) === undefined ? undefined : t('plugins.signIn.hint')
}
