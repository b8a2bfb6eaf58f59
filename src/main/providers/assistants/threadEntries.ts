import { createHash } from 'node:crypto'
import type { Warning } from '../../../shared/chat/parts.ts'
import { preparedText, prepareTurns } from '../openAiCompatible/prepareTurns.ts'
import type { PreparedPart } from '../openAiCompatible/prepareTurns.ts'
import type { ReplyRequest } from '../reply.ts'

/** A question, or everything that the assistant has said until the next one. */
export interface ThreadEntry {
  role: 'user' | 'assistant'
  text: string
  /** The text with the calls of tools and their results, for a thread that never ran them. */
  retold: string
}

export interface ThreadEntries {
  entries: ThreadEntry[]
  /** Parley's own instructions for the chat; empty for none. */
  instructions: string
  /** Results of tools by the ids of their calls. */
  results: ReadonlyMap<string, string>
  warnings: Warning[]
}

/** Reads a request as entries of a thread. Files go as text; pictures are left out with a warning. */
export async function readEntries(request: ReplyRequest): Promise<ThreadEntries> {
  const { turns, warnings } = await prepareTurns(request, { files: false })
  const entries: ThreadEntry[] = []
  const instructions: string[] = []
  const results = new Map<string, string>()
  for (const { role, parts } of turns) {
    const text = preparedText(parts)
    if (role === 'system') instructions.push(text)
    else if (role === 'assistant') append(entries, text, retellCalls(parts))
    else {
      const told = parts.flatMap((part) => (part.type === 'toolResult' ? [part] : []))
      for (const { id, text: result } of told) {
        results.set(id, result)
        append(entries, '', `[Result of the tool: ${result}]`)
      }
      if (text !== '') entries.push({ role, text, retold: text })
    }
  }
  const { stopWords = [] } = request
  // Runs have no field for them.
  if (stopWords.length > 0) warnings.push({ code: 'optionDropped', subject: 'stopWords' })
  return { entries, instructions: instructions.join('\n\n'), results, warnings }
}

/** Returns the entries after the assistant has said more. */
export function withAnswer(entries: readonly ThreadEntry[], text: string): ThreadEntry[] {
  const all = [...entries]
  append(all, text, '')
  return all
}

/** Hashes what stays the same of each entry when a chat is kept and read again: all but its spaces. */
export function hashEntries(entries: readonly ThreadEntry[]): string[] {
  return entries.map(({ role, text }) =>
    createHash('sha256')
      .update(`${role} ${withoutSpaces(text)}`)
      .digest('base64url'),
  )
}

export function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** Adds what the assistant has said to its last entry, or as a new one after a question. */
function append(entries: ThreadEntry[], text: string, more: string): void {
  const last = entries.at(-1)
  const said = [text, more].filter((line) => line !== '').join('\n\n')
  if (last?.role !== 'assistant') entries.push({ role: 'assistant', text, retold: said })
  else {
    const retold = [last.retold, said].filter((line) => line !== '').join('\n\n')
    entries[entries.length - 1] = { ...last, text: last.text + text, retold }
  }
}

function retellCalls(parts: readonly PreparedPart[]): string {
  return parts
    .flatMap((part) =>
      part.type === 'toolCall' ? [`[Called the tool ${part.name} with ${part.arguments}]`] : [],
    )
    .join('\n')
}
