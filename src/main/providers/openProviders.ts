import { providers as providersFeature } from '../../shared/providers.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { OpenSecrets } from '../secrets/openSecrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { createGuide } from './guide/guide.ts'
import { readManual } from './guide/readManual.ts'
import { createProvidersHandlers } from './handlers.ts'
import type { Confirm } from './keys/permissions.ts'
import type { TunedModel } from './models/withTuned.ts'
import { pullKind } from './models/pullKind.ts'
import { createProviders } from './providers.ts'
import type { Providers } from './providers.ts'
import type { ThreadRecordFor } from './assistants/threadRecord.ts'
import type { UploadRecordFor } from './uploadRecord.ts'

export interface ProvidersOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  secrets: OpenSecrets
  settings: SettingsStore
  confirm: Confirm
  uploadsOf: UploadRecordFor
  threadsFor: ThreadRecordFor
  /** Returns the models that were tuned at a provider. */
  tuned: (providerId: string) => readonly TunedModel[]
}

export interface OpenProviders extends OpenFeature<typeof providersFeature>, Providers {}

/** Opens the providers. Sends no request until one is needed. */
export function openProviders(
  { createBroadcast, locale, log }: FeatureContext,
  { jobs, secrets, settings, confirm, uploadsOf, threadsFor, tuned }: ProvidersOptions,
): OpenProviders {
  const providers = createProviders({
    settings,
    secrets,
    broadcast: createBroadcast('providers', providersFeature),
    guide: createGuide({ locale, readManual }),
    confirm,
    uploadsOf,
    threadsFor,
    tuned,
    log,
  })
  secrets.addOwner(() => true, providers)
  jobs.addKind(pullKind(providers))
  const handlers = createProvidersHandlers(providers, jobs.start)
  return { ...providers, handlers: () => handlers }
}
