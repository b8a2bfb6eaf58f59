import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { secretIdsOf } from '../../providers/keys/providerKeys.ts'
import type { Providers } from '../../providers/providers.ts'
import { createTransport } from '../../providers/transport.ts'
import type { MediaProvider, MediaProviderSource } from '../mediaProvider.ts'
import { createFalProvider } from './createFalProvider.ts'
import type { FalAccount } from './falApi.ts'
import { createFalUploads } from './falUploads.ts'
import type { UploadTable } from '../uploads/uploadTable.ts'

export interface FalServicesOptions {
  providers: Pick<Providers, 'list'>
  secrets: Pick<Secrets, 'get' | 'redact'>
  uploads: () => UploadTable
}

/** Returns the providers of the settings that are fal, each as a media service. */
export function falServices({
  providers,
  secrets,
  uploads,
}: FalServicesOptions): MediaProviderSource {
  const { redact } = secrets
  const fetch = createTransport({ proxyEnvironment: process.env, keepAlive: true })
  const falUploads = createFalUploads({ table: uploads, fetch, redact })
  // One for as long as its settings stay the same: it keeps what it has asked.
  const open = new Map<string, { of: string; provider: MediaProvider }>()

  return async () => {
    const configs = (await providers.list()).filter(
      ({ presetId, enabled }) => presetId === 'fal' && enabled,
    )
    return configs.map((config) => {
      const of = JSON.stringify([config.name, config.baseUrl])
      const known = open.get(config.id)
      if (known?.of === of) return known.provider
      const account = accountOf(config, secrets)
      const provider = createFalProvider(account, { fetch, redact, uploads: falUploads })
      open.set(config.id, { of, provider })
      return provider
    })
  }
}

function accountOf(config: ProviderConfig, secrets: Pick<Secrets, 'get'>): FalAccount {
  const { id, name, baseUrl } = config
  return {
    ...{ id, name, baseUrl },
    async key() {
      const [secretId] = secretIdsOf(config)
      const key = secretId === undefined ? null : await secrets.get(secretId, originOf(baseUrl))
      if (key !== null && key !== '') return key
      throw new AppError('keyMissing', `${name} has no key`, { provider: name })
    },
  }
}
