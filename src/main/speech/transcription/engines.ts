import { AppError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import type { Engine, speech, SpeechServer } from '../../../shared/speech/speech.ts'
import { tasksOf } from '../../providers/abilities.ts'
import { isLocalAddress } from '../../providers/configs/baseUrl.ts'
import { createOpenAiCompatible } from '../../providers/openAiCompatible/openAiCompatible.ts'
import { byTranscriptionRank, canTranslate } from '../../providers/openAiCompatible/transcribe.ts'
import type { Provider, ProviderLookup, TranscriptionRequest } from '../../providers/provider.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { withTimeout } from '../../timeLimit.ts'
import { speechServers } from './speechServers.ts'
import type { KnownSpeechServer } from './speechServers.ts'
import { createWhisperCpp, isWhisperCpp, whisperCppModel } from './whisperCpp.ts'

export interface EnginesDependencies {
  providers: () => Promise<ProviderState[]>
  /** Returns the providers' models for transcription, the best of each first. */
  models: (refresh: boolean) => Promise<readonly Model[]>
  lookup: ProviderLookup
  /** For local servers: bypasses proxies. */
  fetch: Fetch
  redact: (text: string) => string
  servers: () => readonly SpeechServer[]
  broadcast: Broadcast<typeof speech>
  /** The time limit for the whole text of a segment. */
  answerMilliseconds?: number
}

/** Why no speech can be turned into text. */
export type EngineProblem =
  | { reason: 'engineMissing' }
  /** `subject` is the chosen model, whose provider or server can't be used now. */
  | { reason: 'engineUnusable'; subject: string }

/** The available speech-to-text engines. */
export interface Engines {
  /** Returns local engines first, then by provider; the best of each first. */
  list: (refresh: boolean) => Promise<Engine[]>
  /**
   * Returns the wanted engine, or the first available one. Errors: speechEngineMissing;
   * speechEngineUnusable if the wanted one's provider is gone, disabled or without a key.
   */
  choose: (wanted: ModelReference | null) => Promise<ModelReference>
  /** Returns what keeps the wanted engine, or every engine, from being used; null for nothing. */
  problem: (wanted: ModelReference | null) => Promise<EngineProblem | null>
  /**
   * Transcribes a segment. Errors: those of a request to a provider; notSupported if it can't
   * transcribe.
   */
  transcribe: (
    reference: ModelReference,
    request: Omit<TranscriptionRequest, 'modelId'>,
    signal: AbortSignal,
  ) => Promise<string>
}

/** The time for which a list stays valid if nothing changes. */
const recentMilliseconds = 60_000
const detectMilliseconds = 1000
/** More than any service has. An endless list must not fill the picker. */
const maxModels = 500

export function createEngines(dependencies: EnginesDependencies): Engines {
  const { providers, models, lookup, fetch, redact, servers, broadcast } = dependencies
  const { answerMilliseconds = 300_000 } = dependencies
  let known: { key: string; at: number; engines: Engine[] } | undefined
  let looking: { key: string; engines: Promise<Engine[]> } | undefined

  async function list(refresh: boolean): Promise<Engine[]> {
    const states = (await providers()).filter(mayTranscribe)
    const key = JSON.stringify([states, servers()])
    const isRecent = known?.key === key && performance.now() - known.at < recentMilliseconds
    if (known && isRecent && !refresh) return known.engines
    if (looking?.key !== key) {
      const engines = look(key, states, refresh).finally(() => (looking = undefined))
      looking = { key, engines }
    }
    return looking.engines
  }

  async function look(
    key: string,
    states: readonly ProviderState[],
    refresh: boolean,
  ): Promise<Engine[]> {
    const taken = new Set(states.map(({ baseUrl }) => baseUrl))
    const asked = speechServers(servers()).filter(
      ({ enabled, baseUrl }) => enabled && !taken.has(baseUrl),
    )
    const [ofServers, listed] = await Promise.all([
      Promise.all(asked.map(ofServer)),
      models(refresh),
    ])
    const ofProviders = states.map(({ id, name }) =>
      toEngines(
        listed.filter(({ providerId }) => providerId === id),
        name,
      ),
    )
    const engines = [...ofServers, ...ofProviders]
      .flat()
      .sort((one, other) => Number(other.local) - Number(one.local))
    const isSame = known && JSON.stringify(known.engines) === JSON.stringify(engines)
    const isFirst = known === undefined
    known = { key, at: performance.now(), engines }
    if (!isSame && !isFirst) broadcast('enginesChanged', {})
    return engines
  }

  async function ofServer(server: KnownSpeechServer): Promise<Engine[]> {
    const { id, name, baseUrl } = server
    if (id === 'speaches') {
      const listing = withTimeout(detectMilliseconds, null, (limit) =>
        openCompatible(server).models(limit, ['transcribe']),
      )
      return toEngines((await listing.catch(() => [])).sort(byTranscriptionRank), name)
    }
    const isHere = await withTimeout(detectMilliseconds, null, (limit) =>
      isWhisperCpp(baseUrl, fetch, limit),
    ).catch(() => false)
    if (!isHere) return []
    const takes = { translates: true, takesPrompt: true }
    const local = isLocalAddress(baseUrl)
    return [{ providerId: id, modelId: whisperCppModel, provider: name, name, local, ...takes }]
  }

  function openCompatible({ id, name, baseUrl }: KnownSpeechServer): Provider {
    const maxRetries = 0
    return createOpenAiCompatible({ id, name, baseUrl, key: null, fetch, redact, maxRetries })
  }

  /** Returns the first engine that `fits`. A server may have started since the last look-up. */
  async function find(fits: (engine: Engine) => boolean): Promise<Engine | undefined> {
    return (await list(false)).find(fits) ?? (await list(true)).find(fits)
  }

  const isServer = (id: string): boolean =>
    speechServers(servers()).some((server) => server.id === id && server.enabled)

  return {
    list,
    async choose(wanted) {
      if (wanted) {
        const isOfProvider = ({ id }: ProviderState): boolean => id === wanted.providerId
        const isUsable =
          isServer(wanted.providerId) || (await providers()).filter(isSetUp).some(isOfProvider)
        if (isUsable) return wanted
        const message = 'The chosen engine can’t be used'
        throw new AppError('speechEngineUnusable', message, { model: wanted.modelId })
      }
      const first = await find(() => true)
      if (first) return first
      throw new AppError('speechEngineMissing', 'Nothing here turns speech into text')
    },
    async problem(wanted) {
      if (!wanted) return (await find(() => true)) ? null : { reason: 'engineMissing' }
      const { providerId, modelId } = wanted
      // A provider's models need no look-up: it may offer one that it does not list.
      const isOffered = (await providers()).some(
        (state) => state.id === providerId && mayTranscribe(state),
      )
      if (isOffered || (await find((engine) => engine.providerId === providerId))) return null
      return { reason: 'engineUnusable', subject: modelId }
    },
    async transcribe(reference, request, signal) {
      try {
        return await ask(reference, request, signal)
      } catch (error) {
        if (!(error instanceof AppError) || error.details.status !== 413) throw error
        const message = 'The service takes no file of this size'
        throw new AppError('recordingRefused', message, error.details, error)
      }
    },
  }

  /** Sends a segment to a server or a provider. */
  async function ask(
    { providerId, modelId }: ModelReference,
    request: Omit<TranscriptionRequest, 'modelId'>,
    signal: AbortSignal,
  ): Promise<string> {
    const server = speechServers(servers()).find(({ id }) => id === providerId)
    if (server?.id === 'whispercpp') {
      const whisperCpp = createWhisperCpp({ ...server, fetch, redact })
      return whisperCpp.transcribe({ ...request, modelId }, signal)
    }
    const provider = server ? openCompatible(server) : await lookup(providerId)
    const { transcribe } = provider
    if (!transcribe) {
      throw new AppError('notSupported', 'The service does not transcribe', { model: modelId })
    }
    // The silence limit never ends an answer that arrives byte by byte.
    return withTimeout(
      answerMilliseconds,
      signal,
      (limit) => transcribe({ ...request, modelId }, limit),
      { model: modelId },
    )
  }
}

function mayTranscribe(state: ProviderState): boolean {
  return state.found && isSetUp(state) && tasksOf(state).includes('transcribe')
}

/** Tells whether a provider is enabled and has the key that it needs. */
function isSetUp({ enabled, needsKey, keySource }: ProviderState): boolean {
  return enabled && !(needsKey && keySource === 'none')
}

/** Returns the engines of a provider or server, each model once. */
function toEngines(models: readonly Model[], provider: string): Engine[] {
  const byId = new Map(models.map((model) => [model.modelId, model]))
  return [...byId.values()].slice(0, maxModels).map(({ providerId, modelId, local }) => ({
    providerId,
    modelId,
    provider,
    name: modelId,
    local,
    translates: canTranslate(modelId),
    takesPrompt: true,
  }))
}
