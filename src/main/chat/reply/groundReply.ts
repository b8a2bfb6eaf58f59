import { rewriteMarks } from '../../knowledge/asking/citationMarks.ts'
import type { Asking, Grounds } from '../../knowledge/asking/createAsking.ts'
import type { Turn, TurnPart } from '../../providers/reply.ts'
import type { BegunReply } from '../begin/startAnswer.ts'
import type { ReadSource } from '../tools/dataFlow.ts'
import { estimateTokens } from '../turns/estimateTokens.ts'
import { passagesFiles } from '../turns/passagesFile.ts'
import type { RunningReply } from './runningReply.ts'

/** The part of `Asking` that one answer needs. */
export type ReplyAsking = Pick<Asking, 'ground' | 'citation' | 'givenNumber' | 'readIn'>

/** The documents that a running answer is based on. */
export interface Grounded extends Grounds {
  /** Returns what its model was given without a tool: private text, like a tool's result. */
  read: () => ReadSource[]
  /** Returns the number by which the model knows the passage that the answer cites by `number`. */
  givenNumber: (number: number) => number | undefined
}

/**
 * Finds what an answer is to rest on, and lets it cite that. Returns undefined if the chat asks
 * neither a base nor a document.
 */
export async function groundReply(
  reply: RunningReply,
  { turns, question, model }: BegunReply,
  asking: ReplyAsking | undefined,
): Promise<Grounded | undefined> {
  const { id: messageId, conversationId } = reply.answer
  const asked = {
    conversationId,
    messageId,
    model,
    questions: () => turns.slice(0, question + 1).flatMap(questionOf),
    attached: passagesFiles(turns.slice(0, question + 1)),
    requestTokens: () => estimateTokens(turns),
  }
  const grounds = await asking?.ground(asked, reply.signal)
  if (!grounds || !asking) return undefined
  reply.citePassages((number) => asking.citation(messageId, number))
  return {
    ...grounds,
    read: () => asking.readIn([messageId]).map(({ name, text }) => ({ name, text, at: null })),
    givenNumber(number) {
      const cited = reply.citations().find((citation) => citation.number === number)
      return cited && asking.givenNumber(messageId, cited)
    },
  }
}

/**
 * Returns the turns with the passages in the question's, before its text: what precedes it stays
 * the same from request to request. The answer so far names its passages as the model knows them.
 */
export function groundTurns(
  turns: readonly Turn[],
  question: number,
  { text, givenNumber }: Grounded,
): Turn[] {
  return turns.map((turn, index) => {
    if (index === question && text !== null) return { ...turn, parts: withPassages(turn, text) }
    if (index <= question || turn.role !== 'assistant') return turn
    return { ...turn, parts: turn.parts.map((part) => asGiven(part, givenNumber)) }
  })
}

function withPassages({ parts }: Turn, text: string): TurnPart[] {
  const at = parts.findLastIndex(({ type }) => type === 'text')
  const asked = parts[at]
  if (asked?.type !== 'text') return [...parts, { type: 'text', text }]
  return parts.with(at, { type: 'text', text: `${text}\n\nQuestion:\n\n${asked.text}` })
}

function asGiven(part: TurnPart, givenNumber: Grounded['givenNumber']): TurnPart {
  return part.type === 'text' ? { ...part, text: rewriteMarks(part.text, givenNumber) } : part
}

/** Returns the text of a turn of the user; none for results alone. */
function questionOf({ role, parts }: Turn): string[] {
  if (role !== 'user') return []
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
  return text === '' ? [] : [text]
}
