import type { Attachment, Part, ToolCallPart } from '../../../shared/chat/parts.ts'
import type { ReadPassage } from '../../knowledge/asking/createAsking.ts'
import type { Database } from '../../storage/connection.ts'
import { pageTextsOf, type ReadSource } from '../tools/dataFlow.ts'
import { branchToLeaf } from '../history/branchToLeaf.ts'
import { textOf as textOfParts } from '../history/messageParts.ts'
import { readParts } from '../history/messageRow.ts'
import type { ReadFile } from './turns.ts'

/** Files beyond this are named, and not compared with the arguments of calls. */
const maxComparedBytes = 1_000_000

type PassagesIn = (messageIds: readonly string[]) => ReadPassage[]

/** SQL that names the messages to look at `branch`, and its parameter. */
interface MessageRange {
  branch: string
  id: string | null
}

/** Returns what the model was given or has read in a branch, up to a message. */
export function earlierSources(
  database: Database,
  leafId: string | null,
  readFile: ReadFile,
  passagesIn?: PassagesIn,
): Promise<ReadSource[]> {
  return readSources(database, { branch: branchToLeaf, id: leafId }, readFile, passagesIn)
}

/**
 * Returns what any branch of a chat holds. A realtime session remembers what it has read, also after
 * the user has turned to another branch.
 */
export function sourcesInChat(
  database: Database,
  conversationId: string,
  readFile: ReadFile,
  passagesIn?: PassagesIn,
): Promise<ReadSource[]> {
  const branch = 'WITH branch (id) AS (SELECT id FROM message WHERE conversation_id = ?)'
  return readSources(database, { branch, id: conversationId }, readFile, passagesIn)
}

async function readSources(
  database: Database,
  range: MessageRange,
  readFile: ReadFile,
  passagesIn?: PassagesIn,
): Promise<ReadSource[]> {
  const rows = database.all(
    `${range.branch}
     SELECT message.parts, message.created_at FROM branch JOIN message ON message.id = branch.id
     WHERE instr(message.parts, '"type":"file"') > 0 OR instr(message.parts, '"source":') > 0`,
    range.id,
  )
  const sources = await Promise.all(
    rows.map((row) => sourcesIn(readParts(row), Number(row['created_at']), readFile)),
  )
  return [
    ...sources.flat(),
    ...givenTexts(database, range),
    ...(passagesIn ? passages(database, range, passagesIn) : []),
  ]
}

/** Returns the messages of the user that hold what a plugin's server gave, such as a prompt. */
function givenTexts(database: Database, { branch, id }: MessageRange): ReadSource[] {
  const rows = database.all(
    `${branch}
     SELECT given_text_use.source, message.parts, message.created_at
     FROM branch JOIN given_text_use ON given_text_use.message_id = branch.id
       JOIN message ON message.id = branch.id`,
    id,
  )
  return rows.map((row) => ({
    name: String(row['source']),
    text: textOfParts(readParts(row)),
    at: Number(row['created_at']),
  }))
}

/** Returns the passages of the user's documents that the branch's answers were given. */
function passages(
  database: Database,
  { branch, id }: MessageRange,
  passagesIn: PassagesIn,
): ReadSource[] {
  const rows = database.all(
    `${branch}
     SELECT message.id, message.created_at FROM branch JOIN message ON message.id = branch.id
     WHERE message.role = 'assistant'`,
    id,
  )
  const createdAt = new Map(rows.map((row) => [String(row['id']), Number(row['created_at'])]))
  return passagesIn([...createdAt.keys()]).map(({ messageId, name, text }) => {
    return { name, text, at: createdAt.get(messageId) ?? null }
  })
}

async function sourcesIn(
  parts: readonly Part[],
  createdAt: number,
  readFile: ReadFile,
): Promise<ReadSource[]> {
  const calls = new Map(
    parts.flatMap((part) => (part.type === 'toolCall' ? [[part.id, part] as const] : [])),
  )
  const sources = parts.map(async (part): Promise<ReadSource[]> => {
    if (part.type === 'file') {
      const name = part.file.origin?.source ?? part.file.name
      return [{ name, text: await textOf(part.file, readFile), at: createdAt }]
    }
    if (part.type !== 'toolResult' || part.source === undefined) return []
    const { source: name, text } = part
    const at = endOf(calls.get(part.id), part.durationMilliseconds) ?? createdAt
    return [{ text, at }, ...pageTextsOf(part)].map((read) => ({ name, ...read }))
  })
  return (await Promise.all(sources)).flat()
}

function endOf(call: ToolCallPart | undefined, duration = 0): number | undefined {
  return call?.startedAt === undefined ? undefined : call.startedAt + duration
}

async function textOf(file: Attachment, readFile: ReadFile): Promise<string> {
  const isText = file.mediaType.startsWith('text/') || file.mediaType === 'application/json'
  if (!isText || file.sizeBytes > maxComparedBytes) return ''
  try {
    return new TextDecoder().decode(await readFile(file.id))
  } catch {
    // Its name alone asks for the user's word.
    return ''
  }
}
