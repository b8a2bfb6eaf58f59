import { natural } from '../../answer/answerFields.ts'

/** Facts that decide a model's window; `undefined` where the server does not tell one. */
export interface WindowFacts {
  /** The window in tokens that the model was trained for. */
  trainedTokens: number | undefined
  /** `num_ctx` of the model's file. */
  fileTokens: number | undefined
  /** Bytes of the key-value cache for a token of the window. */
  bytesPerToken: number | undefined
  weightsBytes: number | undefined
}

/** A model in the server's memory. The older versions tell no window. */
export interface LoadedModel {
  tokens: number | undefined
  /** Weights, cache and buffers, in main and graphics memory. */
  bytes: number | undefined
}

/** Windows grow in powers of two from here: each other window loads the model anew. */
const smallestWindow = 8192
/** Window that every current version of Ollama uses without `num_ctx`. */
export const serverDefaultTokens = 4096
const stepTokens = 1024
/** Ollama's cache holds numbers of 16 bits unless its administrator chose smaller ones. */
const bytesPerNumber = 2
/** The system and other programs need the rest. A Mac's graphics chip gets as much, too. */
const memoryShare = 0.75

/**
 * Returns the largest window that Parley asks for, in tokens: the user's setting or else the
 * model's file, or else what fits in memory, and never more than the model was trained for.
 * `undefined` if nothing is known. `memoryBytes` is null for a server on another computer.
 */
export function largestWindow(
  facts: WindowFacts,
  settingTokens: number | null,
  loaded: LoadedModel | undefined,
  memoryBytes: number | null,
): number | undefined {
  const { trainedTokens = Infinity, fileTokens } = facts
  const wanted = settingTokens ?? fileTokens ?? fittingTokens(facts, loaded, memoryBytes)
  // A window that is loaded already fits.
  const held = settingTokens === null ? (loaded?.tokens ?? 0) : 0
  const tokens = Math.min(trainedTokens, Math.max(wanted, held))
  return Number.isFinite(tokens) ? tokens : undefined
}

/**
 * Returns how many tokens fit: three quarters of the memory, less what the model takes without its
 * cache, divided by the cache's bytes for a token. A model that takes nearly all of it, or runs on
 * a graphics card with memory of its own, still gets a quarter of its size; one on another computer
 * as much as its size. Infinity if the model's size or its cache is unknown.
 */
function fittingTokens(
  { bytesPerToken, weightsBytes }: WindowFacts,
  loaded: LoadedModel | undefined,
  memoryBytes: number | null,
): number {
  if (bytesPerToken === undefined || weightsBytes === undefined) return Infinity
  const { bytes = 0, tokens } = loaded ?? {}
  const withoutCache = tokens === undefined ? 0 : bytes - tokens * bytesPerToken
  const fixed = Math.max(weightsBytes, withoutCache)
  const room = memoryBytes === null ? fixed : Math.max(memoryBytes * memoryShare - fixed, fixed / 4)
  const steps = Math.floor(room / bytesPerToken / stepTokens)
  return Math.max(serverDefaultTokens, steps * stepTokens)
}

export interface WindowChoice {
  /** Tokens of the prompt and of the longest answer together. */
  neededTokens: number
  /** The window that the model has in memory; undefined if it has none, or it is unknown. */
  loadedTokens: number | undefined
  fileTokens: number | undefined
  /** From `largestWindow`; Infinity if unknown. */
  largestTokens: number
}

/**
 * Returns `num_ctx` for a request; undefined if the server's own window is enough. A loaded window
 * is never made smaller, and larger only if the request needs it.
 */
export function chooseWindow(choice: WindowChoice): number | undefined {
  const { neededTokens, loadedTokens, fileTokens = serverDefaultTokens, largestTokens } = choice
  if (loadedTokens === undefined && neededTokens <= fileTokens) return undefined
  if (loadedTokens !== undefined && neededTokens <= loadedTokens) return loadedTokens
  const grown = Math.max(smallestWindow, 2 ** Math.ceil(Math.log2(neededTokens)))
  return Math.max(loadedTokens ?? 0, Math.min(grown, largestTokens))
}

/**
 * Returns the bytes of the key-value cache for a token: a key and a value for each head of each
 * layer. More than is true for models whose layers look back only some way. Undefined if
 * `model_info` lacks the numbers.
 */
export function cacheBytesPerToken(info: Readonly<Record<string, unknown>>): number | undefined {
  const architecture = String(info['general.architecture'])
  const read = (name: string) => natural.parse(info[`${architecture}.${name}`]) ?? undefined
  const heads = read('attention.head_count')
  const width = read('embedding_length')
  const headWidth = heads !== undefined && width !== undefined ? width / heads : undefined
  const keyWidth = read('attention.key_length') ?? headWidth
  const valueWidth = read('attention.value_length') ?? headWidth
  const cachedHeads = countCachedHeads(
    info[`${architecture}.attention.head_count_kv`] ?? heads,
    read('block_count'),
  )
  if (keyWidth === undefined || valueWidth === undefined || cachedHeads === undefined) {
    return undefined
  }
  return cachedHeads * (keyWidth + valueWidth) * bytesPerNumber
}

/** Returns the heads of all layers. The count comes for every layer at once, or for each. */
function countCachedHeads(heads: unknown, layers: number | undefined): number | undefined {
  if (Array.isArray(heads)) {
    const sum = heads.reduce<number>((total, count) => total + (natural.parse(count) ?? 0), 0)
    return sum > 0 ? sum : undefined
  }
  const each = natural.parse(heads)
  return each && layers !== undefined ? each * layers : undefined
}
