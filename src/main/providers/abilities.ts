import type { ModelTask } from '../../shared/models.ts'
import type { ProviderConfig, ProviderKind } from '../../shared/providers.ts'
import { localServers } from './local/localServers.ts'
import { findPreset } from './presets.ts'

/** What an adapter can be asked for beside the list of models and replies. */
export interface Abilities {
  tasks: readonly ModelTask[]
  countsTokens: boolean
  managesModels: boolean
}

/** Of adapters, by the kind of provider that they are for. */
const abilitiesOfKind: Readonly<Record<ProviderKind, Abilities>> = {
  'openai-compatible': {
    tasks: ['chat', 'embed', 'transcribe', 'speak', 'realtime'],
    countsTokens: false,
    managesModels: false,
  },
  anthropic: { tasks: ['chat'], countsTokens: true, managesModels: false },
  bedrock: { tasks: ['chat'], countsTokens: true, managesModels: false },
  local: {
    tasks: ['chat', 'embed', 'transcribe'],
    countsTokens: false,
    managesModels: false,
  },
  guide: { tasks: ['chat'], countsTokens: false, managesModels: false },
}

/** Returns what the adapter of a provider can, whatever its address and keys. */
export function abilitiesOf({ kind, id }: Pick<ProviderConfig, 'kind' | 'id'>): Abilities {
  const abilities = abilitiesOfKind[kind]
  const server = kind === 'local' ? localServers.find((known) => known.id === id) : undefined
  return {
    tasks: abilities.tasks,
    countsTokens: server?.abilities?.countsTokens ?? abilities.countsTokens,
    managesModels: server?.abilities?.managesModels ?? abilities.managesModels,
  }
}

/**
 * Returns the tasks that models of a provider are listed for. A preset says which its service has;
 * a server that the user added may have all that its adapter can.
 */
export function tasksOf(
  config: Pick<ProviderConfig, 'kind' | 'id' | 'presetId'>,
): readonly ModelTask[] {
  const { tasks } = abilitiesOf(config)
  const offered = findPreset(config.presetId)?.tasks ?? tasks
  return tasks.filter((task) => offered.includes(task))
}
