import type { SentPart, SentRequest, SentTurn } from '../../../shared/chat/sentRequest.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Asking } from '../../knowledge/asking/createAsking.ts'
import type { Turn, TurnPart } from '../../providers/reply.ts'
import { modelOf, turnsBefore, type Begin } from '../begin/startAnswer.ts'
import { getConversation } from '../history/conversations.ts'
import { getMessage } from '../history/messages.ts'
import { groundTurns } from '../reply/groundReply.ts'
import { requestFields, type RequestFieldsOptions } from '../reply/requestFields.ts'
import { offerFor, type OfferForOptions } from '../tools/offerFor.ts'
import { boundFiles } from './boundFiles.ts'

export interface SentRequestOptions extends Begin, OfferForOptions, RequestFieldsOptions {
  instructions: (conversationId: string) => string | null
  asking?: Pick<Asking, 'givenText'>
}

const turnsAtOnce = 30
const listMilliseconds = 5000

/** Returns the request of an answer (`chat.sentRequest`). */
export async function readSentRequest(
  options: SentRequestOptions,
  { messageId, before }: { messageId: string; before: number | null },
): Promise<SentRequest> {
  const { database, isRunning, instructions, asking } = options
  const answer = getMessage(database, messageId, isRunning)
  const { conversationId, role } = answer
  getConversation(database, conversationId)
  if (role !== 'assistant') throw new AppError('badInput', 'Only an answer has a request')
  const model = modelOf(options, answer)
  const text = asking?.givenText(answer) ?? null
  const said = turnsBefore(options, answer, model)
  const grounds = { text, warnings: [], read: () => [], givenNumber: () => undefined }
  const { turns } = boundFiles(groundTurns(said, said.length - 1, grounds))
  const end = Math.min(before ?? turns.length, turns.length)
  const first = Math.max(0, end - turnsAtOnce)
  const scope = { conversationId, model, knownOnly: true }
  const { sent } = await offerFor(scope, AbortSignal.timeout(listMilliseconds), options)
  return {
    instructions: instructions(conversationId),
    parameters: Object.entries(requestFields(conversationId, options)).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
    tools: sent.map(({ name, description, parameters }) => ({
      ...{ name, description },
      parameters: JSON.stringify(parameters, null, 2),
    })),
    turns: turns.slice(first, end).map(toSentTurn),
    earlier: first,
  }
}

function toSentTurn({ role, parts }: Turn): SentTurn {
  return { role: role === 'assistant' ? role : 'user', parts: parts.flatMap(toSentParts) }
}

function toSentParts(part: TurnPart): SentPart[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }]
    case 'reasoning':
      return part.text === '' ? [] : [{ type: 'reasoning', text: part.text }]
    case 'file': {
      const { name, mediaType, sizeBytes } = part.passagesOf ?? part.file
      const passagesOnly = part.passagesOf !== undefined
      return [{ type: 'file', name, mediaType, sizeBytes, passagesOnly }]
    }
    case 'toolCall':
      return [{ type: 'toolCall', name: part.name, arguments: part.arguments }]
    case 'toolResult': {
      const files = (part.files ?? []).map(({ file }) => file.name)
      return [{ type: 'toolResult', text: part.text, failed: part.failed, files }]
    }
    default:
      return []
  }
}
