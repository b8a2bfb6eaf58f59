import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { chat } from '../../shared/chat.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Part } from '../../shared/parts.ts'
import type { Asking } from '../knowledge/asking/createAsking.ts'
import type { ProviderLookup, ReplyRequest, Turn } from '../providers/provider.ts'
import type { Database } from '../storage/connection.ts'
import { withTimeout } from '../timeLimit.ts'
import { estimateTokens } from './estimateTokens.ts'
import { appendParts, readTurns, type ReadFile } from './turns.ts'
import { dropOldest } from '../../shared/dropOldest.ts'

export type Draft = z.output<(typeof chat)['countTokens']['input']>
export type TokenCount = z.output<(typeof chat)['countTokens']['output']>

export interface TokenCounter {
  /** Counts a draft's tokens. A newer draft of the same window cancels the count before. */
  count: (draft: Draft, windowId: number) => Promise<TokenCount>
}

interface TokenCounterOptions {
  database: Database
  lookup: ProviderLookup
  readFile: ReadFile
  /** Estimates the tokens of what the chat's bases add to a question; by default they add nothing. */
  passageTokens?: Asking['passageTokens']
}

const countMilliseconds = 5000
const rememberedMaximum = 200

export function createTokenCounter(options: TokenCounterOptions): TokenCounter {
  const { database, lookup, readFile, passageTokens } = options
  const running = new Map<number, AbortController>()
  const known = new Map<string, TokenCount>()

  async function count(draft: Draft, windowId: number): Promise<TokenCount> {
    running.get(windowId)?.abort()
    const controller = new AbortController()
    running.set(windowId, controller)
    try {
      const request = toRequest(draft)
      const key = keyOf(draft.model, request.turns)
      const counted = known.get(key) ?? (await ask(draft, request, controller.signal))
      remember(key, counted)
      return await withPassages(draft, counted)
    } finally {
      if (running.get(windowId) === controller) running.delete(windowId)
    }
  }

  /** Adds the passages that the question would be given. */
  async function withPassages(draft: Draft, counted: TokenCount): Promise<TokenCount> {
    const { conversationId, model, text } = draft
    if (!passageTokens || text.trim() === '') return counted
    const question = { conversationId, model, requestTokens: () => counted.tokens }
    const added = await passageTokens(question).catch(() => 0)
    return added > 0 ? { tokens: counted.tokens + added, exact: false } : counted
  }

  function toRequest({ parentId, text, files, model }: Draft): ReplyRequest {
    const turns = readTurns(database, parentId, { model, readFile })
    const parts = files.map((file): Part => ({ type: 'file', file }))
    appendParts(turns, 'user', [...parts, { type: 'text', text }], { readFile })
    return { modelId: model.modelId, turns }
  }

  /** Returns the service's own count, or an estimate if it offers none or can't be reached. */
  async function ask(
    { model }: Draft,
    request: ReplyRequest,
    stop: AbortSignal,
  ): Promise<TokenCount> {
    const estimate = { tokens: estimateTokens(request.turns), exact: false }
    try {
      const { countTokens } = await lookup(model.providerId)
      if (!countTokens || request.turns.at(-1)?.role !== 'user') return estimate
      const tokens = await withTimeout(countMilliseconds, stop, (signal) =>
        countTokens(request, signal),
      )
      return { tokens, exact: true }
    } catch {
      // The count is only a hint: sending reports the error.
      return estimate
    }
  }

  function remember(key: string, counted: TokenCount): void {
    known.delete(key)
    if (!counted.exact) return
    known.set(key, counted)
    dropOldest(known, rememberedMaximum)
  }

  return { count }
}

/** Returns a key made of all content, because a continued answer keeps its id. */
function keyOf(model: ModelReference, turns: readonly Turn[]): string {
  return createHash('sha256')
    .update(JSON.stringify([model, turns]))
    .digest('base64')
}
