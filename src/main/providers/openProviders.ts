import { providers as providersFeature } from '../../shared/providers.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenSecrets } from '../secrets/openSecrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { createGuide } from './guide/guide.ts'
import { readManual } from './guide/readManual.ts'
import { createProvidersHandlers } from './handlers.ts'
import type { Confirm } from './keys/permissions.ts'
import { createProviders } from './registry.ts'
import type { Providers } from './registry.ts'

export interface ProvidersOptions {
  secrets: OpenSecrets
  settings: SettingsStore
  confirm: Confirm
}

export interface OpenProviders extends OpenFeature<typeof providersFeature>, Providers {}

/** Opens the providers. No service is asked for anything before it is needed. */
export function openProviders(
  { createBroadcast, locale, log }: FeatureContext,
  { secrets, settings, confirm }: ProvidersOptions,
): OpenProviders {
  const providers = createProviders({
    settings,
    secrets,
    broadcast: createBroadcast('providers', providersFeature),
    guide: createGuide({ locale, readManual }),
    confirm,
    log,
  })
  secrets.addOwner(() => true, providers)
  const handlers = createProvidersHandlers(providers)
  return { ...providers, handlers: () => handlers }
}
