import { usageSchema, type Attachment } from '../../../shared/chat/parts.ts'
import { readJson, textOf } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { wasCut } from './contextReport.ts'
import { estimateTokens } from './estimateTokens.ts'
import { outdatedCount, readParts, warningsSchema } from '../history/messageRow.ts'
import { passagesFiles } from './passagesFile.ts'
import { appendParts, readTurns, readTurnsAfter, type TurnOptions } from './turns.ts'
import type { Turn } from '../../providers/reply.ts'

export interface BranchTokens {
  tokens: number
  /** Those of files, by the estimate. */
  fileTokens: number
  /** Those that the service has counted. */
  countedTokens: number
  /** Tokens of this service for one of an estimate; 1 if unknown. */
  ratio: number
  /** Whether the tools and instructions of the last request are among them. */
  hasExtras: boolean
  /** The files of which the next question is given passages. */
  attached: readonly Attachment[]
}

type Report = Pick<BranchTokens, 'tokens' | 'hasExtras'>

/** A count that is smaller than this share of the estimated text is of a part of the branch. */
const leastShare = 0.5
/** Below this estimate, what templates add around a text outweighs how it is cut into tokens. */
const fewestForRatio = 500
/** Beyond these, a wrong report is likelier than such a tokenizer. */
const ratioRange = { least: 0.5, most: 2 }

/**
 * Estimates the tokens of a branch for its next question: what the service counted for the model's
 * last answer, and an estimate of what has come since, corrected by how far the estimate of what
 * was counted is off. Without a count all is estimated, and where
 * the count is far too small: the server has read only a part, or does not count what it had cached.
 */
export function branchTokens(
  database: Database,
  leafId: string | null,
  options: TurnOptions,
): BranchTokens {
  const turns = readTurns(database, leafId, options)
  const attached = passagesFiles(turns)
  const all = estimateTokens(turns)
  const texts = estimateTokens(turns, () => 0)
  const fileTokens = all - texts
  const unknown = { countedTokens: 0, ratio: 1, hasExtras: false }
  const estimated = { ...unknown, tokens: all, fileTokens, attached }
  const row = leafId === null ? undefined : lastCounted(database, leafId, options)
  const report = row && readReport(row)
  if (!report) return estimated
  const turnsSince = readTurnsAfter(database, leafId, Number(row['sequence']), options)
  const since = estimateTokens([...lastResults(row, options), ...turnsSince])
  if (report.tokens + since < texts * leastShare) return estimated
  const ratio = report.hasExtras ? 1 : findRatio(report.tokens, all - since)
  const tokens = report.tokens + Math.round(since * ratio)
  return {
    ...{ tokens, fileTokens: Math.min(tokens, Math.round(fileTokens * ratio)) },
    ...{ countedTokens: report.tokens, ratio, hasExtras: report.hasExtras, attached },
  }
}

/** Returns how many tokens the service has counted for one of the estimate. */
function findRatio(counted: number, estimated: number): number {
  if (estimated < fewestForRatio) return 1
  return Math.min(ratioRange.most, Math.max(ratioRange.least, counted / estimated))
}

/** Returns the last answer of the model with a count, starting from the leaf. */
function lastCounted(database: Database, leafId: string, { model }: TurnOptions): Row | undefined {
  return database.get(
    `WITH RECURSIVE branch (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM message WHERE id = ?
       UNION ALL
       SELECT message.id, message.parent_id, branch.depth + 1
       FROM branch JOIN message ON message.id = branch.parent_id
     )
     SELECT message.sequence, message.status, message.usage, message.context_tokens,
       message.warnings, message.parts
     FROM branch CROSS JOIN message ON message.id = branch.id
     WHERE message.role = 'assistant' AND message.usage IS NOT NULL
       AND message.provider_id = ? AND message.model_id = ?
     LIMIT 1`,
    leafId,
    model.providerId,
    model.modelId,
  )
}

function readReport(row: Row): Report | undefined {
  if (wasCut(readJson(row['warnings'], warningsSchema) ?? [])) return undefined
  const counted = row['context_tokens']
  if (counted === outdatedCount) return undefined
  if (typeof counted === 'number') return { tokens: counted, hasExtras: false }
  // An answer of an earlier version: its usage is of one request if it called no tool.
  const usage = readJson(row['usage'], usageSchema)
  const hasCalls = readParts(row).some(({ type }) => type === 'toolCall')
  const isWhole = textOf(row['status']) === 'complete'
  if (!usage || hasCalls || !isWhole) return undefined
  const { inputTokens, outputTokens, reasoningTokens = 0 } = usage
  return { tokens: inputTokens + Math.max(0, outputTokens - reasoningTokens), hasExtras: true }
}

/** Returns the results at the end of an answer, which came after its last request. */
function lastResults(row: Row, options: TurnOptions): Turn[] {
  const parts = readParts(row)
  const results = parts.slice(parts.findLastIndex(({ type }) => type !== 'toolResult') + 1)
  const ids = new Set(results.map((part) => part.type === 'toolResult' && part.id))
  // A result counts only beside its call, whose tokens are in the count already.
  const calls = parts.filter((part) => part.type === 'toolCall' && ids.has(part.id))
  const turns: Turn[] = []
  appendParts(turns, 'assistant', [...calls, ...results], options)
  return turns.filter(({ role }) => role === 'user')
}
