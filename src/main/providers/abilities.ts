import type { ModelTask } from '../../shared/models.ts'
import type { ProviderConfig, ProviderKind } from '../../shared/providers.ts'
import { localServers } from './local/localServers.ts'
import { findPreset } from './configs/presets.ts'

/** The features of an adapter besides the list of models and replies. */
export interface Abilities {
  tasks: readonly ModelTask[]
  countsTokens: boolean
  managesModels: boolean
  /** True if its models make media and do not chat: they are counted, not listed. */
  countsMedia: boolean
  /** True if it can continue a text; whether a service does so is known only by trying. */
  completes: boolean
  /** True if a service that it speaks with may keep files for its accounts. */
  keepsFiles: boolean
}

/** The abilities of the adapters, by kind of provider. */
const abilitiesOfKind: Readonly<Record<ProviderKind, Abilities>> = {
  'openai-compatible': {
    tasks: ['chat', 'embed', 'transcribe', 'speak', 'image', 'realtime', 'rerank'],
    countsTokens: false,
    managesModels: false,
    countsMedia: false,
    completes: true,
    keepsFiles: true,
  },
  // The service has no models for other tasks.
  anthropic: {
    tasks: ['chat'],
    countsTokens: true,
    managesModels: false,
    countsMedia: false,
    completes: false,
    keepsFiles: true,
  },
  // It lists models that rerank too, which the adapter can't run yet.
  bedrock: {
    tasks: ['chat', 'embed', 'image'],
    countsTokens: true,
    managesModels: false,
    countsMedia: false,
    completes: false,
    keepsFiles: false,
  },
  // Its models are those of Media, which speaks with it by itself.
  fal: {
    tasks: [],
    countsTokens: false,
    managesModels: false,
    countsMedia: true,
    completes: false,
    keepsFiles: true,
  },
  local: {
    tasks: ['chat', 'embed', 'transcribe', 'image', 'rerank'],
    countsTokens: false,
    managesModels: false,
    countsMedia: false,
    completes: true,
    keepsFiles: false,
  },
  guide: {
    tasks: ['chat'],
    countsTokens: false,
    managesModels: false,
    countsMedia: false,
    completes: false,
    keepsFiles: false,
  },
}

/** Returns the abilities of a provider's adapter. They do not depend on its address and keys. */
export function abilitiesOf({ kind, id }: Pick<ProviderConfig, 'kind' | 'id'>): Abilities {
  const abilities = abilitiesOfKind[kind]
  const server = kind === 'local' ? localServers.find((known) => known.id === id) : undefined
  return {
    ...abilities,
    countsTokens: server?.abilities?.countsTokens ?? abilities.countsTokens,
    managesModels: server?.abilities?.managesModels ?? abilities.managesModels,
  }
}

/**
 * Returns the tasks for which a provider's models are listed. A preset names those of its service.
 * A server that the user added may have all tasks of its adapter.
 */
export function tasksOf(
  config: Pick<ProviderConfig, 'kind' | 'id' | 'presetId'>,
): readonly ModelTask[] {
  const { tasks } = abilitiesOf(config)
  const offered = findPreset(config.presetId)?.tasks ?? tasks
  return tasks.filter((task) => offered.includes(task))
}
