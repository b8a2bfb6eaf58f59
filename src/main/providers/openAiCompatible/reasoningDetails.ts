import { objectsOf, textOf, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { assertKept } from '../request/assertKept.ts'
import type { ReplyEvent } from '../reply.ts'
import type { PreparedPart } from './prepareTurns.ts'

/** The fields of an entry that arrive in pieces. */
const growingFields = ['text', 'summary', 'data'] as const

export interface ReasoningDetails {
  push: (details: unknown) => void
  /** Returns the entries since the last seal, to be stored with the reasoning before them. */
  seal: () => ReplyEvent[]
}

/**
 * Collects the list that some services send beside the reasoning text and require back unchanged.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export function createReasoningDetails(): ReasoningDetails {
  let entries: Record<string, unknown>[] = []
  let length = 0

  function add(piece: JsonObject): void {
    for (const value of Object.values(piece)) length += textOf(value).length + 1
    assertKept(length)
    const last = entries.at(-1)
    const goesOn = last && last['type'] === piece['type'] && last['index'] === piece['index']
    if (!goesOn) {
      entries.push({ ...piece })
      return
    }
    for (const [name, value] of Object.entries(piece)) {
      const grows = growingFields.some((field) => field === name) && typeof value === 'string'
      if (grows) last[name] = textOf(last[name]) + value
      else if (value !== null) last[name] = value
    }
  }

  return {
    push: (details) => {
      for (const piece of objectsOf(details)) add(piece)
    },
    seal: () => {
      if (entries.length === 0) return []
      const signature = JSON.stringify(entries)
      entries = []
      length = 0
      return [{ type: 'reasoningSeal', signature }]
    },
  }
}

/** Returns the original list from the parts of an assistant's turn. */
export function reasoningDetailsOf(parts: readonly PreparedPart[]): JsonObject[] {
  return parts.flatMap((part) => (part.type === 'reasoning' ? parse(part.signature) : []))
}

function parse(signature: string | undefined): JsonObject[] {
  if (!signature?.startsWith('[')) return []
  return objectsOf(parseJson(signature))
}
