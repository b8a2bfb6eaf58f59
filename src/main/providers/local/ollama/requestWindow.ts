import type { LocalOptions } from '../../../../shared/providers.ts'
import type { ReplyRequest } from '../../reply.ts'
import { estimatePrompt } from '../promptTokens.ts'
import { chooseWindow, largestWindow, serverDefaultTokens } from './contextWindow.ts'
import type { LoadedModel } from './contextWindow.ts'
import { fullName } from './ollamaFacts.ts'
import type { OllamaFacts } from './ollamaFacts.ts'

/** Room for an answer without a limit of its own; one with reasoning takes more. */
const answerTokens = 2048
const reasonedAnswerTokens = 4096
/** Tokenizers differ from the estimate by a fifth, and a prompt that is too long is cut. */
const estimateMargin = 1.25

/** Chooses the context window of requests to Ollama. */
export interface RequestWindows {
  /** Returns `num_ctx` for a request; undefined if the server's own window is enough. */
  choose: (request: ReplyRequest, signal: AbortSignal) => Promise<number | undefined>
  /** Returns the window that the server says a model has now; undefined if it says none. */
  current: (model: string, signal: AbortSignal) => Promise<number | undefined>
}

export interface RequestWindowsOptions {
  facts: OllamaFacts
  localOptions: LocalOptions
  /** The computer's memory; null if the server is on another one. */
  memoryBytes: number | null
}

export function createRequestWindows({
  facts,
  localOptions,
  memoryBytes,
}: RequestWindowsOptions): RequestWindows {
  /** The windows sent last, for versions that don't report the one in use. */
  const sent = new Map<string, number>()

  async function find(model: string, signal: AbortSignal): Promise<LoadedModel | undefined> {
    const running = await facts.loaded(signal)
    const loaded = running?.get(fullName(model))
    const mayBeLoaded = running === undefined || loaded !== undefined
    const tokens = loaded?.tokens ?? (mayBeLoaded ? sent.get(model) : undefined)
    return loaded || tokens !== undefined ? { bytes: loaded?.bytes, tokens } : undefined
  }

  async function choose(request: ReplyRequest, signal: AbortSignal): Promise<number | undefined> {
    const { modelId: model } = request
    // A window that the user has set, or a cloud model's, does not depend on the request.
    const isRemote = request.model?.local === false && memoryBytes !== null
    if (localOptions.contextTokens !== null || isRemote)
      return localOptions.contextTokens ?? undefined
    await readDocuments(request)
    const neededTokens = tokensNeeded(request)
    const loaded = await find(model, signal)
    const loadedTokens = loaded?.tokens
    const isEnough = neededTokens <= (loadedTokens ?? serverDefaultTokens)
    const shown = isEnough ? undefined : await facts.show(model, signal)
    if (shown?.isRemote) return undefined
    const largest = shown && {
      ...shown,
      weightsBytes: facts.weightsBytes(model) ?? request.model?.sizeBytes,
    }
    return chooseWindow({
      neededTokens,
      loadedTokens,
      fileTokens: shown?.fileTokens,
      largestTokens: (largest && largestWindow(largest, null, loaded, memoryBytes)) ?? Infinity,
    })
  }

  return {
    async choose(request, signal) {
      const tokens = await choose(request, signal)
      if (tokens === undefined) sent.delete(request.modelId)
      else sent.set(request.modelId, tokens)
      return tokens
    },
    current: async (model, signal) => (await facts.loaded(signal))?.get(fullName(model))?.tokens,
  }
}

/** Reads the documents that go as text, so that their tokens are known. */
async function readDocuments({ turns }: ReplyRequest): Promise<void> {
  const files = turns.flatMap(({ parts }) => parts.filter((part) => part.type === 'file'))
  await Promise.all(files.map(async (input) => input.readText?.()))
}

/** Returns how many tokens a request and its answer may take. */
function tokensNeeded(request: ReplyRequest): number {
  const { model, effort, outputTokensMaximum } = request
  const reasons = model?.capabilities?.reasoning === true && effort !== 'none'
  const answer = outputTokensMaximum ?? (reasons ? reasonedAnswerTokens : answerTokens)
  return Math.ceil(estimatePrompt(request).about * estimateMargin) + answer
}
