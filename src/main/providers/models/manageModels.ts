import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { ProviderConfig, PullProgress } from '../../../shared/providers.ts'
import type { Provider } from '../provider.ts'
import { withTimeout } from '../../timeLimit.ts'
import { changeMilliseconds } from '../transport/answerLimits.ts'

export interface ModelManagementDependencies {
  configOf: (providerId: string) => ProviderConfig
  /** Returns the provider's client with its first key. Errors: those of its configuration. */
  clientOf: (config: ProviderConfig) => Promise<Provider>
  /** Reports that the server's list of models may have changed. */
  onChanged: (providerId: string) => void
}

/** Downloads models to local servers, deletes them and unloads them. */
export interface ManagedModels {
  pullModel: (model: ModelReference, signal: AbortSignal) => AsyncIterable<PullProgress>
  deleteModel: (model: ModelReference) => Promise<void>
  unloadModel: (model: ModelReference) => Promise<void>
}

export function manageModels(dependencies: ModelManagementDependencies): ManagedModels {
  const { configOf, clientOf, onChanged } = dependencies

  async function managementOf(providerId: string) {
    const config = configOf(providerId)
    const { manage } = await clientOf(config)
    if (manage) return manage
    throw new AppError('notSupported', 'Its models are not managed here', { provider: config.name })
  }

  async function change(
    { providerId, modelId }: ModelReference,
    action: 'remove' | 'unload',
  ): Promise<void> {
    const manage = await managementOf(providerId)
    try {
      await withTimeout(changeMilliseconds, null, (limit) => manage[action](modelId, limit))
    } finally {
      onChanged(providerId)
    }
  }

  return {
    async *pullModel({ providerId, modelId }, signal) {
      const manage = await managementOf(providerId)
      try {
        yield* manage.pull(modelId, signal)
      } finally {
        onChanged(providerId)
      }
    },
    deleteModel: (model) => change(model, 'remove'),
    unloadModel: (model) => change(model, 'unload'),
  }
}
