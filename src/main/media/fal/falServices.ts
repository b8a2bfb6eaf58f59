import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig, ProviderState } from '../../../shared/providers.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { secretIdsOf } from '../../providers/keys/providerKeys.ts'
import type { RecordedFile } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import { createTransport } from '../../providers/transport/transport.ts'
import type { MediaProvider, MediaProviderSource } from '../mediaProvider.ts'
import { createFalProvider, type FalOptions } from './createFalProvider.ts'
import { createFalSpeaker, type FalSpeaker } from './createFalSpeaker.ts'
import { createFalApi, type FalAccount } from './falApi.ts'
import { createFalCatalogue } from './falCatalogue.ts'
import { createFalUploads } from './falUploads.ts'
import { recordedUploads } from './recordedUploads.ts'
import type { UploadTable } from '../uploads/uploadTable.ts'

export interface FalServicesOptions {
  providers: Pick<Providers, 'list'>
  secrets: Pick<Secrets, 'get' | 'redact'>
  uploads: () => UploadTable
  /** Returns the bytes of a stored file; 0 if it is gone. */
  sizeOf: (fileId: string) => number
  /** Returns the bytes at an address of a result. */
  fetchFile: FalOptions['fetchFile']
  /** Whether results are deleted at fal once they are stored here. */
  isDeleting?: () => boolean
}

/** The providers of the settings that are fal. */
export interface FalServices {
  media: MediaProviderSource
  /** Returns those that have a key. */
  speakers: () => Promise<FalSpeaker[]>
  /** Returns the files that Parley has sent to a provider; null if it is not fal. */
  uploadsAt: (providerId: string) => Promise<RecordedFile[] | null>
}

/** Objects created for one provider, to be reused. */
interface OpenFal {
  media: MediaProvider
  speaker: FalSpeaker
}

export function falServices({
  providers,
  secrets,
  uploads,
  sizeOf,
  fetchFile,
  isDeleting = () => false,
}: FalServicesOptions): FalServices {
  const { redact } = secrets
  const proxyEnvironment = process.env
  const fetch = createTransport({ proxyEnvironment, keepAlive: 'idempotent' })
  const falUploads = createFalUploads({ table: uploads, fetch, redact })
  // One for as long as its settings stay the same: it keeps what it has asked.
  const opened = new Map<string, OpenFal & { of: string }>()

  async function list(): Promise<ProviderState[]> {
    const states = await providers.list()
    return states.filter(({ presetId, enabled }) => presetId === 'fal' && enabled)
  }

  function open(config: ProviderConfig): OpenFal {
    const of = JSON.stringify([config.name, config.baseUrl])
    const known = opened.get(config.id)
    if (known?.of === of) return known
    const account = accountOf(config, secrets)
    const api = createFalApi(account, { fetch, redact })
    const catalogue = createFalCatalogue(account, api)
    const made = {
      of,
      media: createFalProvider(account, {
        ...{ fetch, redact, fetchFile, isDeleting, proxyEnvironment },
        uploads: falUploads,
      }),
      speaker: createFalSpeaker(account, { api, catalogue, fetchSound: fetchFile }),
    }
    opened.set(config.id, made)
    return made
  }

  return {
    media: async () => (await list()).map((config) => open(config).media),
    async uploadsAt(providerId) {
      const states = await providers.list()
      if (!states.some(({ id, presetId }) => id === providerId && presetId === 'fal')) return null
      return recordedUploads(uploads(), { providerId, sizeOf, now: Date.now() })
    },
    async speakers() {
      const withKey = (await list()).filter(({ keySource }) => keySource !== 'none')
      return withKey.map((config) => open(config).speaker)
    },
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
