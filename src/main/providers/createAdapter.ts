import { AppError } from '../../shared/errors.ts'
import { createAnthropic } from './anthropic/anthropic.ts'
import { createBedrock } from './bedrock/bedrock.ts'
import type { RetryQuotas } from './bedrock/retryQuota.ts'
import { createLocalProvider } from './local/localProvider.ts'
import type { SentConfig } from './keys/credentials.ts'
import { localServers } from './local/localServers.ts'
import { bedrockModels } from './modelTables/bedrockModels.ts'
import { boundFetch } from './transport/boundFetch.ts'
import { createFal } from './fal/createFal.ts'
import { falAddresses } from './fal/falAddresses.ts'
import { createOpenAiCompatible } from './openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from './openAiCompatible/openAiCompatible.ts'
import { findPreset } from './configs/presets.ts'
import type { Provider } from './provider.ts'
import type { ServiceOptions } from './service.ts'
import type { Fetch } from './transport/transport.ts'
import type { ThreadRecord } from './assistants/threadRecord.ts'
import type { UploadRecord } from './uploadRecord.ts'

export interface AdapterOptions {
  key: string | null
  /** False if another key can be tried when this one is refused temporarily. */
  lastKey: boolean
  fetch: Fetch
  redact: (text: string) => string
  maxRetries?: number
  uploads?: UploadRecord
  threads?: ThreadRecord
  /** True to list the assistants of services that may have some. */
  listsAssistants?: boolean
  /** The limits that all clients of AWS share. */
  retryQuotas?: RetryQuotas
}

/** Creates a client for a configuration and one key. Errors: addressInvalid, keyMalformed. */
export function createAdapter(config: SentConfig, given: AdapterOptions): Provider {
  const options: ServiceOptions = {
    id: config.id,
    name: config.name,
    baseUrl: config.baseUrl,
    headers: config.headers,
    query: config.query,
    ...given,
    fetch: boundFetch(given.fetch, config.baseUrl),
  }
  switch (config.kind) {
    case 'anthropic':
      return createAnthropic({ ...options, batches: findPreset(config.presetId)?.batches })
    case 'bedrock': {
      const { aws } = config
      if (!aws) throw new AppError('badInput', 'There is no region', { subject: config.name })
      const fallbackModels = bedrockModels(aws.region)
      return createBedrock({ ...options, aws, fallbackModels, retryQuotas: given.retryQuotas })
    }
    case 'fal': {
      const { platform } = falAddresses(config.baseUrl)
      return createFal({ ...options, fetch: boundFetch(given.fetch, platform) })
    }
    case 'local': {
      const server = localServers.find(({ id }) => id === config.id)
      if (!server) break
      const { localOptions } = config
      return createLocalProvider(server.id, {
        ...openAiOptions(config, options),
        ...(localOptions && { localOptions }),
      })
    }
    case 'openai-compatible':
      return createOpenAiCompatible({
        ...openAiOptions(config, options),
        // None of the services that Parley knows by name has assistants any more.
        listsAssistants: given.listsAssistants === true && !findPreset(config.presetId),
      })
    case 'guide':
      break
  }
  throw new AppError('providerMissing', 'There is no such server', { subject: config.id })
}

function openAiOptions(config: SentConfig, options: ServiceOptions): OpenAiCompatibleOptions {
  const preset = findPreset(config.presetId)
  return {
    ...options,
    keyHeader: preset?.keyHeader ?? 'authorization',
    excludeModels: preset?.excludeModels,
    modelsPath: preset?.modelsPath,
    modelIdField: preset?.modelIdField,
    rerankPath: preset?.rerankPath,
    completionsPath: preset?.completionsPath,
    seedField: preset?.seedField,
    fixedModels: preset?.models,
    extraModels: config.extraModels,
    api: config.api,
    responsesModels: preset?.responsesModels,
    pictureModelHeader: preset?.pictures?.modelHeader,
    moderation: config.moderation ? preset?.moderation : undefined,
    batches: preset?.batches,
    ...(preset && {
      dialect: {
        streamUsage: preset.streamUsage,
        outputLimitField: preset.outputLimitField,
        reasoningFeedback: preset.reasoningFeedback,
      },
    }),
  }
}
