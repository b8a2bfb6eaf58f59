import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { chat } from '../../../shared/chat/chat.ts'
import { dropOldest } from '../../../shared/dropOldest.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment, Part } from '../../../shared/chat/parts.ts'
import type { Asking } from '../../knowledge/asking/createAsking.ts'
import type { DescribeModel, ProviderLookup } from '../../providers/provider.ts'
import type { ReplyRequest } from '../../providers/reply.ts'
import type { Database } from '../../storage/connection.ts'
import { withTimeout } from '../../timeLimit.ts'
import { offerTools } from '../../tools/discovery.ts'
import type { Tool, ToolBox } from '../../tools/tool.ts'
import type { DocumentTexts } from './documentTexts.ts'
import { branchTokens, type BranchTokens } from './branchTokens.ts'
import { passagesFiles } from './passagesFile.ts'
import { requestExtras } from '../reply/requestExtras.ts'
import { appendParts, readTurns, withInstructions, type ReadFile } from './turns.ts'

export type Branch = z.output<(typeof chat)['contextTokens']['input']>
export type ContextTokens = z.output<(typeof chat)['contextTokens']['output']>
export type Draft = z.output<(typeof chat)['countTokens']['input']>
export type TokenCount = z.output<(typeof chat)['countTokens']['output']>

export interface TokenCounter {
  /** Estimates what the next request takes without the draft. Sends nothing. */
  estimate: (branch: Branch) => Promise<ContextTokens>
  /**
   * Has the service count a draft with its conversation. A newer draft of the same window cancels
   * the count before. Errors: notSupported, badInput, aborted, those of the service.
   */
  count: (draft: Draft, windowId: number) => Promise<TokenCount>
}

export interface TokenCounterOptions {
  database: Database
  lookup: ProviderLookup
  readFile: ReadFile
  /** Reads documents for models that don't take the files. */
  documents?: DocumentTexts | undefined
  /** The tools of a chat; by default there are none. */
  tools?: ToolBox
  /** Returns the text that stands before a chat's messages; null for none. */
  instructions?: (conversationId: string | null) => string | null
  describe?: DescribeModel
  /** Estimates the tokens of the passages that a question is given; by default they add nothing. */
  asking?: Pick<Asking, 'passageTokens'>
}

const countMilliseconds = 10_000
const listMilliseconds = 5000
const countsKept = 200
const branchesKept = 50

export function createTokenCounter(options: TokenCounterOptions): TokenCounter {
  const { database, lookup, readFile, documents, asking } = options
  const running = new Map<number, AbortController>()
  const counts = new Map<string, number>()
  const branches = new Map<string, { state: string; branch: BranchTokens }>()

  async function estimate(asked: Branch): Promise<ContextTokens> {
    const { conversationId, parentId, model, attached } = asked
    const branch = knownBranch(parentId, model)
    const extras = await extrasOf(conversationId, model)
    const carried = {
      instructions: requestExtras([], extras.instructions, null),
      tools: requestExtras(extras.tools, null, null),
    }
    const parts = { ...carried, ...conversationParts(branch, carried) }
    const tokens = parts.instructions + parts.tools + parts.messages + parts.files
    return {
      ...{ tokens, parts, ratio: branch.ratio },
      countedTokens: Math.min(tokens, branch.countedTokens),
      passageTokens: await passagesFor(asked, [...branch.attached, ...attached], tokens),
      canCount: await lookup(model.providerId).then(
        ({ countTokens }) => countTokens !== undefined,
        // Sending says what is wrong.
        () => false,
      ),
    }
  }

  /** Reads a branch only if its last message has changed. */
  function knownBranch(parentId: string | null, model: ModelReference): BranchTokens {
    const key = JSON.stringify([parentId, model])
    const state = JSON.stringify(
      database.get(
        'SELECT status, octet_length(parts) AS size, context_tokens FROM message WHERE id = ?',
        parentId,
      ) ?? null,
    )
    const known = branches.get(key)
    if (known?.state === state) return known.branch
    const branch = branchTokens(database, parentId, { model, readFile, documents })
    branches.delete(key)
    branches.set(key, { state, branch })
    dropOldest(branches, branchesKept)
    return branch
  }

  /** Returns what requests of a chat carry beside its messages, as far as it is known. */
  async function extrasOf(
    conversationId: string | null,
    model: ModelReference,
  ): Promise<{ tools: readonly Tool[]; instructions: string | null }> {
    const scope = { conversationId, model, knownOnly: true }
    const signal = AbortSignal.timeout(listMilliseconds)
    const [tools, described] = await Promise.all([
      options.tools?.list(scope, signal) ?? [],
      options.describe?.(model).catch(() => undefined),
    ])
    return {
      tools: offerTools(tools, described?.contextTokens).sent,
      instructions: options.instructions?.(conversationId) ?? null,
    }
  }

  async function passagesFor(
    { conversationId, model }: Pick<Branch, 'conversationId' | 'model'>,
    attached: readonly Attachment[],
    tokens: number,
  ): Promise<number> {
    const question = { conversationId, model, attached, requestTokens: () => tokens }
    return (await asking?.passageTokens(question).catch(() => 0)) ?? 0
  }

  async function count(draft: Draft, windowId: number): Promise<TokenCount> {
    running.get(windowId)?.abort()
    const controller = new AbortController()
    running.set(windowId, controller)
    try {
      const request = await toRequest(draft)
      const tokens = await countRequest(draft.model, request, controller.signal)
      const attached = passagesFiles(request.turns)
      if (draft.text.trim() === '' && attached.length === 0) return { tokens, exact: true }
      const passages = await passagesFor(draft, attached, tokens)
      return { tokens: tokens + passages, exact: passages === 0 }
    } finally {
      if (running.get(windowId) === controller) running.delete(windowId)
    }
  }

  async function countRequest(
    model: ModelReference,
    request: ReplyRequest,
    stop: AbortSignal,
  ): Promise<number> {
    const { countTokens } = await lookup(model.providerId)
    if (!countTokens) throw new AppError('notSupported', 'The service counts no tokens')
    const key = keyOf(model, request)
    const known = counts.get(key)
    const tokens =
      known ??
      (await withTimeout(countMilliseconds, stop, (signal) => countTokens(request, signal)))
    counts.delete(key)
    counts.set(key, tokens)
    dropOldest(counts, countsKept)
    return tokens
  }

  async function toRequest(draft: Draft): Promise<ReplyRequest> {
    const { conversationId, parentId, text, files, model } = draft
    const turns = readTurns(database, parentId, { model, readFile, documents })
    const parts = files.map((file): Part => ({ type: 'file', file }))
    appendParts(turns, 'user', [...parts, { type: 'text', text }], {
      readFile,
      documents,
    })
    if (turns.at(-1)?.role !== 'user') throw new AppError('badInput', 'The draft is empty')
    const { tools, instructions } = await extrasOf(conversationId, model)
    return {
      modelId: model.modelId,
      turns: withInstructions(turns, instructions),
      ...(tools.length > 0 && { tools }),
    }
  }

  return { estimate, count }
}

/** Divides the tokens of a branch, without what its requests carry beside it. */
function conversationParts(
  { tokens, fileTokens, hasExtras }: BranchTokens,
  carried: { instructions: number; tools: number },
): { messages: number; files: number } {
  // A count from before may have the tools of then: no request is smaller than those of now.
  const extra = hasExtras ? carried.instructions + carried.tools : 0
  const own = Math.max(0, tokens - extra)
  const files = Math.min(own, fileTokens)
  return { messages: own - files, files }
}

/** Returns a key made of all content, because a continued answer keeps its id. */
function keyOf(model: ModelReference, request: ReplyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([model, request]))
    .digest('base64')
}
