import type OpenAI from 'openai'
import { hostedPictureName } from '../../../shared/media/hostedPictures.ts'
import type {
  PreparedFile,
  PreparedResult,
  PreparedTurn,
} from '../openAiCompatible/prepareTurns.ts'

/** Sends pictures back to the service that made them. */
export interface SentPictures {
  /** Tells whether a call made a picture. */
  has: (callId: string) => boolean
  /** Returns the call's own item, or a sentence in place of a picture that was not made. */
  item: (callId: string) => OpenAI.Responses.ResponseInputItem[]
  /** Returns what the user shows in the turn with the call's result. */
  shown: (result: PreparedResult) => PreparedFile[]
}

/**
 * Sends the newest picture as the item that it was, so that the model edits it; older ones are
 * pictures that the user shows. The service has stored none (`store: false`).
 */
export function sentPictures(turns: readonly PreparedTurn[], asItem: boolean): SentPictures {
  const parts = turns.flatMap((turn) => turn.parts)
  const ids = new Set(
    parts.flatMap((part) =>
      part.type === 'toolCall' && part.name === hostedPictureName ? part.id : [],
    ),
  )
  const results = parts.filter((part) => part.type === 'toolResult' && ids.has(part.id))
  const byId = new Map(
    results.flatMap((part) => (part.type === 'toolResult' ? [[part.id, part]] : [])),
  )
  const newest = asItem ? [...byId.values()].findLast((result) => pictureOf(result)) : undefined

  return {
    has: (callId) => ids.has(callId),
    item(callId) {
      const result = byId.get(callId)
      const picture = result && pictureOf(result)
      if (!picture) {
        const content = result?.text ?? 'No picture was made.'
        return [{ type: 'message', role: 'assistant', content }]
      }
      if (result !== newest) return []
      return [
        { type: 'image_generation_call', id: callId, status: 'completed', result: picture.base64 },
      ]
    },
    shown: (result) => (ids.has(result.id) && result !== newest ? result.files : []),
  }
}

function pictureOf({ files }: PreparedResult) {
  return files.find((file) => file.kind === 'image')
}
