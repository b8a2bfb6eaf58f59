import type { Model } from '../../../shared/models.ts'
import type { LocalOptions } from '../../../shared/providers.ts'
import type { ModelManagement, Provider } from '../provider.ts'
import type { ServiceOptions } from '../service.ts'
import type { LoadingModels } from './loadingModels.ts'
import type { NativeApi } from './nativeApi.ts'
import type { Wait } from '../transport/patience.ts'

/** A server's own features. All others use OpenAI's API. */
export interface Flavour {
  models?: (signal: AbortSignal) => Promise<Model[]>
  findModel?: Provider['findModel']
  reply?: Provider['reply']
  complete?: Provider['complete']
  countTokens?: Provider['countTokens']
  embed?: Provider['embed']
  takesFile?: Provider['takesFile']
  /** Returns the window in tokens that a model has now. By default the list of models tells it. */
  currentWindow?: (model: string, signal: AbortSignal) => Promise<number | undefined>
  manage?: ModelManagement
}

export interface FlavourOptions extends Pick<
  ServiceOptions,
  'timeoutMilliseconds' | 'idleMilliseconds'
> {
  api: NativeApi
  localOptions: LocalOptions
  loading: LoadingModels
  providerId: string
  /** True if the server is on this machine. */
  local: boolean
  /** The computer's memory; null if the server is on another one. */
  memoryBytes: number | null
  wait: Wait
}
