import { parseJson, objectsOf } from '../../../shared/json.ts'
import { branchToLeaf } from './branchToLeaf.ts'
import { textOf } from './messageParts.ts'
import type { ExampleMessage } from '../../fineTuning/goodExamples.ts'
import type { Database } from '../../storage/connection.ts'

/**
 * Returns the conversation that ends with an answer; null if it depends on more than text, such as
 * files or tools, so that a model would learn to answer without them.
 */
export function exampleOf(database: Database, messageId: string): ExampleMessage[] | null {
  const rows = database.all(
    `${branchToLeaf} SELECT message.role, message.parts
     FROM branch JOIN message ON message.id = branch.id ORDER BY message.sequence`,
    messageId,
  )
  const messages: ExampleMessage[] = []
  for (const { role, parts: stored } of rows) {
    const parts = objectsOf(parseJson(String(stored))).map((part) => ({
      ...part,
      type: String(part['type']),
    }))
    const content = textOf(parts)
    if (content.trim() === '' || parts.some(({ type }) => !textTypes.has(type))) return null
    addMessage(messages, { role: role === 'user' ? 'user' : 'assistant', content })
  }
  return messages.length > 1 ? messages : null
}

/**
 * Adds a message as a model reads it where others were deleted: an answer before the first question
 * is left out, and neighbours of one role become one.
 */
function addMessage(messages: ExampleMessage[], added: ExampleMessage): void {
  const last = messages.at(-1)
  if (last?.role === added.role) last.content += `\n\n${added.content}`
  else if (last || added.role === 'user') messages.push(added)
}

/** Reasoning is not part of what an answer says. */
const textTypes: ReadonlySet<string> = new Set(['text', 'reasoning'])
