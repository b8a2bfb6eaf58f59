import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment, Part, ToolResultPart } from '../../../shared/chat/parts.ts'
import type { FileInput, ResultInput, Turn, TurnPart } from '../../providers/reply.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { branchToLeaf } from '../history/branchToLeaf.ts'
import { readModel } from '../history/readColumns.ts'
import { isDocument, type DocumentTexts } from './documentTexts.ts'
import { notRun } from '../history/messageParts.ts'
import { readParts, readRole } from '../history/messageRow.ts'
import { passagesInput } from './passagesFile.ts'

const maxToolNameLength = 64

/** Returns the bytes of a stored file. Errors: attachmentMissing. */
export type ReadFile = (id: string) => Promise<Uint8Array>

export interface TurnOptions {
  /** The model to ask; another model's signed reasoning is not for it. */
  model: ModelReference
  readFile: ReadFile
  /** Reads documents for models that don't take the files; missing if nobody can. */
  documents?: DocumentTexts | undefined
}

/** Returns the branch from the root to this message, in the form that the model gets. */
export function readTurns(database: Database, leafId: string | null, options: TurnOptions): Turn[] {
  return fromQuestion(readTurnsAfter(database, leafId, 0, options))
}

/** Returns the part of the branch to this message that comes after a message's sequence. */
export function readTurnsAfter(
  database: Database,
  leafId: string | null,
  sequence: number,
  options: TurnOptions,
): Turn[] {
  const rows = database.iterate(
    `${branchToLeaf}
     SELECT message.role, message.parts, message.provider_id, message.model_id
     FROM branch JOIN message ON message.id = branch.id
     WHERE message.sequence > ?
     ORDER BY message.sequence`,
    leafId,
    sequence,
  )
  const turns: Turn[] = []
  for (const row of rows) appendParts(turns, readRole(row), ownParts(row, options.model), options)
  return turns
}

/**
 * Drops the turns before the first question: after a repair a chat may begin with an answer, which
 * every service refuses.
 */
function fromQuestion(turns: readonly Turn[]): Turn[] {
  const first = turns.findIndex(isQuestion)
  return first < 0 ? [] : withoutOrphans(turns.slice(first))
}

/** Returns a message's parts without another model's reasoning and the signatures on its calls. */
function ownParts(row: Row, asked: ModelReference): Part[] {
  const parts = readParts(row)
  const model = readModel(row)
  if (model?.providerId === asked.providerId && model.modelId === asked.modelId) return parts
  return parts.flatMap((part) => {
    if (part.type === 'reasoning') return []
    if (part.type !== 'toolCall') return part
    return { type: part.type, id: part.id, name: part.name, arguments: part.arguments }
  })
}

/**
 * Adds the turns of one message. Its tools' results become turns of the user, as every service
 * expects. The questions around an empty answer become one turn, because many templates insist that
 * the roles alternate.
 */
export function appendParts(
  turns: Turn[],
  role: 'user' | 'assistant',
  parts: readonly Part[],
  options: Pick<TurnOptions, 'readFile' | 'documents'>,
): void {
  let said: TurnPart[] = []
  let results: ResultInput[] = []
  const toInput = (file: Attachment): FileInput => fileInput(file, options)
  const flush = (): void => {
    appendTurn(turns, role, said)
    appendTurn(turns, 'user', resultsOf(said, results))
    said = []
    results = []
  }
  for (const part of parts.filter(isWanted(parts))) {
    if (part.type === 'toolResult') {
      results.push(resultInput(part, toInput))
      continue
    }
    if (results.length > 0) flush()
    if (part.type === 'toolCall') said.push({ ...part, name: toToolName(part.name) })
    else if (part.type !== 'file') said.push(part)
    // A file that the model made is described by the model's text.
    else if (role === 'user') said.push(toInput(part.file))
  }
  flush()
}

function fileInput(
  file: Attachment,
  { readFile, documents }: Pick<TurnOptions, 'readFile' | 'documents'>,
): FileInput {
  if (file.passagesOnly) return passagesInput(file)
  return {
    ...{ type: 'file', file, read: () => readFile(file.id) },
    ...(documents &&
      isDocument(file) && {
        readText: () => documents.read(file),
        knownText: () => documents.known(file),
      }),
  }
}

/** Replaces what services refuse in a name: some models call tools that nobody has offered. */
function toToolName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, maxToolNameLength)
}

/** Returns a result for the model, without what is for the user alone. */
function resultInput(
  { type, id, text: read, failed, files = [], viewContext, pageTexts = [] }: ToolResultPart,
  toInput: (file: Attachment) => FileInput,
): ResultInput {
  const told = viewContext?.text ?? ''
  const written = pageTexts.map((each) => each.text).join('\n\n')
  const text = [
    read,
    ...(told === '' ? [] : [`The view of this result tells:\n${told}`]),
    ...(written === '' ? [] : [`The page of this result has written:\n${written}`]),
  ].join('\n\n')
  return { type, id, text, failed, ...(files.length > 0 && { files: files.map(toInput) }) }
}

/** Returns a result for each call, because every service refuses a call without one. */
function resultsOf(said: readonly TurnPart[], results: readonly ResultInput[]): TurnPart[] {
  return said.flatMap((part) => {
    if (part.type !== 'toolCall') return []
    return results.find(({ id }) => id === part.id) ?? notRun(part.id)
  })
}

/**
 * Returns a test for the parts to send. A call without a name is none. Reasoning goes back if its service asks for it: sealed, or
 * with the calls that followed it.
 */
function isWanted(parts: readonly Part[]): (part: Part) => boolean {
  const hasCalls = parts.some(({ type }) => type === 'toolCall')
  return (part) => {
    if (part.type === 'toolCall') return part.name.trim() !== ''
    if (part.type !== 'reasoning' || hasCalls) return true
    return part.signature !== undefined || part.encrypted !== undefined
  }
}

/** Puts a text before the turns that says how to answer; null for none. */
export function withInstructions(turns: readonly Turn[], text: string | null): readonly Turn[] {
  return text === null ? turns : [{ role: 'system', parts: [{ type: 'text', text }] }, ...turns]
}

export function appendTurn(
  turns: Turn[],
  role: 'user' | 'assistant',
  parts: readonly TurnPart[],
): void {
  const said = parts.filter((part) => part.type !== 'text' || part.text !== '')
  // Reasoning alone says nothing: the answer was stopped before its first word.
  if (said.every((part) => part.type === 'reasoning')) return
  const last = turns.at(-1)
  if (last?.role !== role) turns.push({ role, parts: said })
  else turns[turns.length - 1] = { role, parts: joinSaid(last.parts, said) }
}

function joinSaid(earlier: readonly TurnPart[], added: readonly TurnPart[]): TurnPart[] {
  const last = earlier.at(-1)
  const [first, ...rest] = added
  if (last?.type !== 'text' || first?.type !== 'text') return [...earlier, ...added]
  return [...earlier.slice(0, -1), { type: 'text', text: `${last.text}\n\n${first.text}` }, ...rest]
}

/**
 * Returns how many of the oldest turns can be left out, so that the rest begins with a question.
 */
export function droppableTurns(turns: readonly Turn[]): number {
  return turns.findLastIndex(isQuestion)
}

/**
 * Leaves out the oldest half of the turns, or of those remaining after the last time. The last
 * question always stays. Returns how many are left out in all.
 */
export function shortenTurns(
  turns: readonly Turn[],
  alreadyDropped: number,
): {
  turns: Turn[]
  dropped: number
} {
  const droppable = Math.max(0, droppableTurns(turns))
  const earlier = Math.min(alreadyDropped, droppable)
  return dropTurns(turns, earlier + Math.ceil((droppable - earlier) / 2))
}

/**
 * Leaves out this many of the oldest turns, or a few more, so that the rest begins with a question.
 */
export function dropTurns(
  turns: readonly Turn[],
  count: number,
): {
  turns: Turn[]
  dropped: number
} {
  const at = turns.findIndex((turn, index) => index >= count && isQuestion(turn))
  const dropped = at < 0 ? Math.max(0, droppableTurns(turns)) : at
  return { turns: withoutOrphans(turns.slice(dropped)), dropped }
}

/** Drops results from the first turn whose calls are gone. */
function withoutOrphans([first, ...rest]: readonly Turn[]): Turn[] {
  if (!first) return []
  const parts = first.parts.filter(({ type }) => type !== 'toolResult')
  return [{ ...first, parts }, ...rest]
}

function isQuestion({ role, parts }: Turn): boolean {
  return role === 'user' && parts.some((part) => part.type !== 'toolResult')
}
