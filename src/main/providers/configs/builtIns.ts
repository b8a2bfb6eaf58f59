import type { ProviderConfig } from '../../../shared/providers.ts'
import { untouchedFields } from './configs.ts'
import { guideId, guideName } from '../guide/guide.ts'
import { defaultAddress, localServers } from '../local/localServers.ts'
import type { LocalServer } from '../local/localServers.ts'
import { findPreset } from './presets.ts'

/** Returns the built-in providers: the guide and the known local servers. */
export function builtInConfigs(environment: NodeJS.ProcessEnv): ProviderConfig[] {
  return [guideConfig, ...localServers.map((server) => localConfig(server, environment))]
}

const guideConfig: ProviderConfig = {
  ...untouchedFields,
  id: guideId,
  kind: 'guide',
  presetId: null,
  name: guideName,
  baseUrl: '',
}

function localConfig(server: LocalServer, environment: NodeJS.ProcessEnv): ProviderConfig {
  return {
    ...untouchedFields,
    id: server.id,
    kind: 'local',
    presetId: server.id,
    name: server.name,
    baseUrl: defaultAddress(server, environment),
  }
}

/**
 * Returns all providers: the built-in ones with the user's changes, then the added ones. If two
 * share an id, the first one counts.
 */
export function mergeConfigs(
  builtIns: readonly ProviderConfig[],
  stored: readonly ProviderConfig[],
): ProviderConfig[] {
  const byId = new Map(builtIns.map((config) => [config.id, config]))
  for (const config of stored) {
    const builtIn = builtIns.find(({ id }) => id === config.id)
    if (!builtIn && (!isAddable(config) || byId.has(config.id))) continue
    byId.set(config.id, builtIn ? { ...config, ...fixedFields(builtIn) } : ofPresentKind(config))
  }
  return [...byId.values()]
}

/** Returns true if an added provider is valid. The user may have edited the file by hand. */
function isAddable({ id, kind, aws }: ProviderConfig): boolean {
  if (id.includes('#')) return false
  return (
    kind === 'openai-compatible' ||
    kind === 'anthropic' ||
    kind === 'fal' ||
    (kind === 'bedrock' && !!aws)
  )
}

/** fal had OpenAI's kind before it had an adapter. */
function ofPresentKind(config: ProviderConfig): ProviderConfig {
  const kind = findPreset(config.presetId)?.kind
  return kind === 'fal' ? { ...config, kind } : config
}

function fixedFields({ id, kind, presetId, name }: ProviderConfig) {
  return { id, kind, presetId, name }
}
