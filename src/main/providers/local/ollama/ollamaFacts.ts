import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { count, natural, text, words } from '../../answer/answerFields.ts'
import type { NativeApi } from '../nativeApi.ts'
import { cacheBytesPerToken } from './contextWindow.ts'
import type { LoadedModel, WindowFacts } from './contextWindow.ts'

/** Each message asks for it first: a busy server must not hold it up for long. */
const loadedMilliseconds = 2000

const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: natural, size: count })),
})

const shownSchema = z.object({
  capabilities: words,
  parameters: text,
  template: text,
  /** Set if Ollama itself renders chats of the model, whatever its template. */
  renderer: text,
  /** Set for a model that runs in the vendor's cloud. */
  remote_host: text,
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** Details from a request for the single model. They are valid as long as its digest. */
export interface Shown extends Omit<WindowFacts, 'weightsBytes'> {
  capabilities: readonly string[] | undefined
  isRemote: boolean
  /** True if the model has no template for chats; undefined if Ollama does not tell. */
  onlyCompletes: boolean | undefined
}

/** An entry of the list of models. */
interface ListedModel {
  name: string
  digest?: string | null | undefined
  size?: number | null | undefined
}

/** Caches what Ollama tells about its models, to ask for it as rarely as possible. */
export interface OllamaFacts {
  /** Remembers the list, and forgets the details of models that are gone or were fetched anew. */
  keep: (listed: readonly ListedModel[]) => void
  /** Returns a model's details, asked for once; undefined if the server tells none. */
  show: (model: string, signal: AbortSignal) => Promise<Shown | undefined>
  /** Asks for a model's details anew. Errors: those of the API, malformedAnswer. */
  lookUp: (model: string, signal: AbortSignal) => Promise<Shown>
  /** Returns the models in memory by name; undefined if the server does not report them. */
  loaded: (signal: AbortSignal) => Promise<ReadonlyMap<string, LoadedModel> | undefined>
  /** Returns the size of a model's file; undefined before it was listed. */
  weightsBytes: (model: string) => number | undefined
}

export function createOllamaFacts(api: NativeApi): OllamaFacts {
  const listed = new Map<string, ListedModel>()
  const shown = new Map<string, Shown>()

  function keyOf(model: string): string {
    return listed.get(model)?.digest || model
  }

  return {
    keep(models) {
      listed.clear()
      for (const model of models) listed.set(model.name, model)
      const keys = new Set([...listed.keys()].map(keyOf))
      for (const key of shown.keys()) if (!keys.has(key)) shown.delete(key)
    },
    async show(model, signal) {
      const name = fullName(model)
      const known = shown.get(keyOf(name))
      if (known) return known
      const answer = await api.ask('/api/show', { method: 'POST', body: { model: name }, signal })
      const found = parseShown(answer)
      if (found) shown.set(keyOf(name), found)
      return found
    },
    async lookUp(model, signal) {
      const body = { model: fullName(model) }
      const request = { method: 'POST', body, model, signal } as const
      const found = parseShown(await api.json('/api/show', request))
      if (found) return found
      throw new AppError('malformedAnswer', 'The details of the model have an unknown shape')
    },
    async loaded(signal) {
      const request = { signal, timeoutMilliseconds: loadedMilliseconds }
      const { data } = loadedSchema.safeParse(await api.ask('/api/ps', request))
      if (!data) return undefined
      return new Map(
        data.models.map(({ name, context_length: tokens, size: bytes }) => [
          name,
          { tokens: tokens ?? undefined, bytes: bytes ?? undefined },
        ]),
      )
    },
    weightsBytes: (model) => listed.get(fullName(model))?.size ?? undefined,
  }
}

/** Returns a name as the lists have it: `qwen3` means `qwen3:latest`. */
export function fullName(model: string): string {
  return /:[^/]*$/.test(model) ? model : `${model}:latest`
}

function parseShown(answer: unknown): Shown | undefined {
  const { data } = shownSchema.safeParse(answer)
  if (!data) return undefined
  const info = data.model_info ?? {}
  return {
    capabilities: data.capabilities ?? undefined,
    trainedTokens: trainedTokensOf(info),
    fileTokens: numCtxOf(data.parameters ?? ''),
    bytesPerToken: cacheBytesPerToken(info),
    isRemote: Boolean(data.remote_host),
    onlyCompletes: onlyCompletes(data),
  }
}

/** Abilities that a model has only in chats. */
const chatAbilities: ReadonlySet<string> = new Set(['tools', 'thinking', 'vision'])

function onlyCompletes({
  template,
  renderer,
  capabilities,
}: z.infer<typeof shownSchema>): boolean | undefined {
  if (!template) return undefined
  // Ollama's template for a model that brings none.
  const isBare = /^\s*\{\{-?\s*\.Prompt\s*-?\}\}\s*$/.test(template)
  return isBare && !renderer && !capabilities?.some((one) => chatAbilities.has(one))
}

/** Reads a field such as `qwen3.context_length`, whose prefix is the architecture's name. */
function trainedTokensOf(info: Readonly<Record<string, unknown>>): number | undefined {
  const architecture = String(info['general.architecture'])
  const name = Object.keys(info).find((key) => key.endsWith('.context_length')) ?? ''
  return natural.parse(info[`${architecture}.context_length`] ?? info[name]) ?? undefined
}

/** Reads `num_ctx    8192` from the parameters of the model's file, one per line. */
function numCtxOf(parameters: string): number | undefined {
  return natural.parse(Number(/^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1])) ?? undefined
}
