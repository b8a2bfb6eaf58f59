import { addText } from '../answer/addText.ts'
import { AppError, toWire } from '../../../shared/errors.ts'
import { maxFoundLength } from '../../../shared/limits.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import { doctorSteps } from '../../../shared/providers.ts'
import type {
  DoctorFinding,
  DoctorStep,
  MediaCounts,
  ProviderConfig,
} from '../../../shared/providers.ts'
import { redactKeys } from '../../secrets/redact.ts'
import type { Credentials, ProviderKey, SentConfig } from '../keys/credentials.ts'
import type { KeyConditions } from '../keys/keyConditions.ts'
import { asMissingKey, sendsNoKey } from '../keys/missingKey.ts'
import { secretFieldsOf } from '../keys/secretFields.ts'
import { abilitiesOf } from '../abilities.ts'
import { completeModel } from '../modelTables/completeModel.ts'
import { findPreset } from '../configs/presets.ts'
import type { Provider } from '../provider.ts'
import type { AdapterOptions } from '../createAdapter.ts'
import { totalOf } from '../models/totalOf.ts'
import type { Fetch } from '../transport/transport.ts'
import { checkAddress } from './checkAddress.ts'
import { fixOf } from './fixOf.ts'
import { createRecorder } from './recorder.ts'
import type { Exchange, Recorder } from './recorder.ts'
import { chooseTestModel } from './chooseTestModel.ts'
import { listMilliseconds } from '../transport/answerLimits.ts'

export interface DiagnoseDependencies {
  config: ProviderConfig
  /** Creates a separate client whose requests are recorded. Errors: addressInvalid. */
  create: (
    config: SentConfig,
    options: Omit<AdapterOptions, 'redact'> & { redact: Mask },
  ) => Provider
  /** Returns the credentials for a request. Errors: those of `readCredentials`. */
  credentials: () => Promise<Credentials>
  /** Returns those credentials that are quickly available. */
  knownCredentials: () => Promise<Credentials>
  redact: Mask
  conditions: KeyConditions
  fetch: Fetch
  environment: NodeJS.ProcessEnv
  /** The models that the user used lately. The first that is listed receives the test request. */
  used: readonly ModelReference[]
  signal: AbortSignal
}

type Mask = (text: string) => string

/** The result of one step. */
type Result = Pick<DoctorFinding, 'found' | 'media' | 'fix'> & {
  error?: AppError
  exchange?: Exchange | undefined
  milliseconds?: number
}

/** Errors about the key rather than about the request. */
const keyCodes: ReadonlySet<ErrorCode> = new Set([
  'keyRefused',
  'keyMalformed',
  'permissionDenied',
  'credentialsMissing',
  'clockWrong',
])

const replyMilliseconds = 10 * 60_000
const maxWordsLength = 200

/** Checks a provider step by step. Skips steps that depend on a failed one. */
export async function* diagnose(dependencies: DiagnoseDependencies): AsyncGenerator<DoctorFinding> {
  if (dependencies.config.kind === 'guide') {
    for (const step of doctorSteps) {
      yield { step, outcome: 'running' }
      yield { step, outcome: 'passed', milliseconds: 0 }
    }
    return
  }
  const { mask, checks, failed } = prepare(dependencies)
  let isDone = false
  for (const step of stepsOf(dependencies.config)) {
    yield { step, outcome: 'running' }
    if (isDone) {
      yield { step, outcome: 'skipped' }
      continue
    }
    const start = performance.now()
    const result = await checks[step]().catch((error: unknown) => failed(known(error)))
    if (dependencies.signal.aborted) return
    yield toFinding(step, { milliseconds: performance.now() - start, ...result }, mask)
    isDone = result.error !== undefined
  }
}

/** Models that do not chat give no reply. */
function stepsOf(config: ProviderConfig): readonly DoctorStep[] {
  return abilitiesOf(config).countsMedia
    ? doctorSteps.filter((step) => step !== 'reply')
    : doctorSteps
}

function toFinding(step: DoctorStep, result: Result, mask: Mask): DoctorFinding {
  const { error, exchange, found, media, fix, milliseconds = 0 } = result
  return {
    step,
    outcome: error ? 'failed' : 'passed',
    milliseconds,
    ...(found !== undefined && { found: mask(found).slice(0, maxFoundLength) }),
    ...(media && { media }),
    ...(error && { error: toWire(error) }),
    ...(fix && { fix }),
    ...(exchange && { request: exchange.request }),
    ...(exchange?.answer !== undefined && { answer: exchange.answer }),
  }
}

function known(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', 'The check itself failed', {}, error)
}

function prepare(dependencies: DiagnoseDependencies) {
  const { config, credentials, knownCredentials, conditions, create, signal } = dependencies
  const names = new Set(secretFieldsOf(config).map(({ name }) => name.toLowerCase()))
  let sent: SentConfig | undefined
  /** Also masks values that are too short to be searched for in every text. */
  const mask: Mask = (text) =>
    redactKeys(dependencies.redact(text), sent === undefined ? [] : fieldValues(sent))
  const recorder = createRecorder(dependencies.fetch, mask, names)
  let client: Provider | undefined
  let chosen: ProviderKey | undefined
  let listing: Listing | undefined
  let wantsKey = false

  function clientFor(by: SentConfig, key: string | null): Provider {
    const options = { key, lastKey: true, maxRetries: 0, fetch: recorder.fetch, redact: mask }
    return create(by, options)
  }

  function failed(error: AppError, exchange?: Exchange): Result {
    const keyUrl = findPreset(config.presetId)?.keyUrl ?? null
    const canFetchModels = client?.manage !== undefined
    const fix = fixOf(error, { keyUrl, hasKey: chosen !== undefined, canFetchModels })
    return { error, exchange, ...(fix && { fix }) }
  }

  /** Returns a failure as the page is told it: without a key, none was refused. */
  function asked(error: AppError, modelId: string): AppError {
    return wantsKey ? known(asMissingKey(error, modelId)) : error
  }

  async function address(): Promise<Result> {
    if (!config.enabled) {
      const error = new AppError('providerMissing', 'It is off', { provider: config.name })
      return { error, fix: { kind: 'enable' } }
    }
    sent = (await knownCredentials()).config
    const result = await checkAddress({
      ...dependencies,
      sent,
      fetch: recorder.fetch,
      quietFetch: dependencies.fetch,
      redact: mask,
    })
    const exchange = lastOf(recorder)
    if (!('error' in result)) return { found: `HTTP ${String(result.status)}`, exchange }
    const { error, better } = result
    if (better === undefined) return failed(error, exchange)
    return { error, exchange, fix: { kind: 'useAddress', value: better } }
  }

  /** Tries each key with the list of models, which costs nothing. */
  async function key(): Promise<Result> {
    const carried = await credentials()
    const { config: by, keys } = carried
    sent = by
    wantsKey = sendsNoKey(carried)
    if (keys.length === 0) {
      listing = await listWith(clientFor(by, null), recorder, signal)
      client = listing.client
      const { error, exchange } = listing
      return error && keyCodes.has(error.code) ? failed(asked(error, ''), exchange) : { exchange }
    }
    let good = 0
    for (const candidate of keys) {
      const tried = await listWith(clientFor(by, candidate.key), recorder, signal)
      const isRefused = tried.error !== undefined && note(candidate, '', tried.error)
      if (!tried.error) conditions.noteGood(candidate.secretId, '')
      if (!isRefused) good += 1
      if (!listing || (!isRefused && good === 1)) {
        listing = tried
        client = tried.client
        chosen = candidate
      }
      // Another key would not fix this.
      if (tried.error && !isRefused) break
    }
    if (listing?.error && (good === 0 || keyCodes.has(listing.error.code)))
      return failed(listing.error, listing.exchange)
    const found = keys.length > 1 ? `${String(good)}/${String(keys.length)}` : undefined
    return { exchange: listing?.exchange, ...(found !== undefined && { found }) }
  }

  function note(candidate: ProviderKey, modelId: string, error: AppError): boolean {
    return conditions.noteFailure(candidate.secretId, modelId, error)
  }

  function models(): Promise<Result> {
    if (!listing) throw new TypeError('The list comes with the key')
    const { error, media, milliseconds } = listing
    const exchange = listing.list ?? listing.exchange
    if (error) return Promise.resolve({ ...failed(error, exchange), milliseconds })
    const count = media ? totalOf(media) : listing.models.length
    const found = String(count)
    if (count > 0)
      return Promise.resolve({ found, ...(media && { media }), exchange, milliseconds })
    const none = new AppError('modelMissing', 'It lists no models', { provider: config.name })
    const failure = media ? { error: none, exchange } : failed(none, exchange)
    return Promise.resolve({ ...failure, found, milliseconds })
  }

  async function reply(): Promise<Result> {
    const now = Date.now()
    const options = { listed: new Set(listing?.models.map(({ modelId }) => modelId)), now }
    const all = (listing?.models ?? []).map((model) => completeModel(model, config, options))
    const model = chooseTestModel(all, dependencies.used, now)
    if (!client || !model) throw new AppError('modelMissing', 'No model can be asked')
    recorder.clear()
    try {
      const found = await firstWords(client, model, signal)
      if (chosen) conditions.noteGood(chosen.secretId, model.modelId)
      return { found: found === '' ? model.name : found, exchange: lastOf(recorder) }
    } catch (error) {
      const failure = known(error)
      if (chosen) note(chosen, model.modelId, failure)
      return failed(asked(failure, model.modelId), lastOf(recorder))
    }
  }

  return { mask, failed, checks: { address, key, models, reply } }
}

function fieldValues(config: SentConfig): string[] {
  return secretFieldsOf(config).flatMap(({ kind, name }) => config[kind][name] ?? [])
}

interface Listing {
  client: Provider
  models: Model[]
  /** In place of models, if they make media. */
  media?: MediaCounts
  error?: AppError
  exchange: Exchange | undefined
  /** The request for the list, if it is another one. */
  list?: Exchange | undefined
  milliseconds: number
}

async function listWith(
  client: Provider,
  recorder: Recorder,
  signal: AbortSignal,
): Promise<Listing> {
  recorder.clear()
  const start = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(listMilliseconds)])
  const since = () => performance.now() - start
  try {
    if (client.countMedia) {
      const media = await client.countMedia(limit)
      const [exchange, list] = recorder.exchanges()
      return { client, models: [], media, exchange, list, milliseconds: since() }
    }
    const models = await client.models(limit)
    // If the list takes several requests, the first one is the list itself.
    return { client, models, exchange: recorder.exchanges()[0], milliseconds: since() }
  } catch (error) {
    const exchange = lastOf(recorder)
    const failure = inTime(known(error), limit, signal)
    return { client, models: [], error: failure, exchange, milliseconds: since() }
  }
}

/** Sends a tiny request and reads the reply to its end, to test the whole path. */
async function firstWords(client: Provider, model: Model, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(replyMilliseconds)])
  const turns = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Say OK.' }] }]
  const request = { modelId: model.modelId, model, turns, outputTokensMaximum: 16 }
  let text = ''
  try {
    for await (const event of client.reply(request, limit)) {
      text = addText(text, event)
    }
  } catch (error) {
    throw inTime(known(error), limit, signal)
  }
  return text.trim().slice(0, maxWordsLength)
}

/**
 * Converts an abort by the diagnosis's own time limit to a timeout. The adapter can't tell it from
 * the user's stop.
 */
function inTime(error: AppError, limit: AbortSignal, signal: AbortSignal): AppError {
  if (error.code !== 'aborted' || !limit.aborted || signal.aborted) return error
  return new AppError('timeout', 'The server did not answer in time', error.details, error)
}

function lastOf(recorder: Recorder): Exchange | undefined {
  return recorder.exchanges().at(-1)
}
