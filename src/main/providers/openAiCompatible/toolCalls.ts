import { randomUUID } from 'node:crypto'
import { assertKept } from '../keptLength.ts'
import type { ReplyEvent } from '../provider.ts'
import type { ToolCallDelta } from './chunk.ts'
import { createJsonExtent } from './jsonExtent.ts'
import type { JsonExtent } from './jsonExtent.ts'

interface Call {
  id: string
  /** The server's own id, or none: another one is another call. */
  given: string
  name: string
  signature: string | undefined
  /** Whether the arguments have begun to come. */
  begun: boolean
  /** Whether what has come of them is a whole JSON object. */
  extent: JsonExtent
  /** What was not told of them; nothing is while the name is not known, as it may still grow. */
  held: string
}

export interface ToolCallReader {
  push: (deltas: readonly ToolCallDelta[]) => ReplyEvent[]
  /** What was not told yet, calls without any arguments among it. */
  end: () => ReplyEvent[]
  any: () => boolean
}

/**
 * Calls come in pieces or whole, with or without an index and an id, one after the other or
 * alternating; some servers give every call the index 0, some every piece another id.
 */
export function createToolCallReader(): ToolCallReader {
  const calls: Call[] = []
  const ids = new Set<string>()
  const byIndex = new Map<number, Call>()

  function callOf(delta: ToolCallDelta, position: number): Call {
    const index = delta.index ?? position
    const known = byIndex.get(index)
    if (known && !beginsAnother(known, delta)) return known
    const call: Call = {
      id: delta.id && !ids.has(delta.id) ? delta.id : `call_${randomUUID()}`,
      given: delta.id ?? '',
      name: '',
      signature: undefined,
      begun: false,
      extent: createJsonExtent(),
      held: '',
    }
    calls.push(call)
    ids.add(call.id)
    byIndex.set(index, call)
    return call
  }

  function take(delta: ToolCallDelta, position: number): ReplyEvent[] {
    const call = callOf(delta, position)
    const name = nameOf(delta)
    // Some send the name in pieces, some again with each piece of the arguments.
    if (!call.begun && name !== call.name) call.name += name
    else if (call.name === '') call.name = name
    call.signature ??= delta.extra_content?.google?.thought_signature ?? undefined
    const text = argumentsText(delta)
    call.begun ||= text !== ''
    call.held += text
    call.extent.push(text)
    assertKept(call.held.length + call.name.length)
    return tell(call)
  }

  function tell(call: Call): ReplyEvent[] {
    if (call.held === '' || call.name === '') return []
    const text = call.held
    call.held = ''
    return [toEvent(call, text)]
  }

  function finish(call: Call): ReplyEvent[] {
    // The arguments of a tool that takes none may be left out.
    const text = call.begun ? call.held : '{}'
    call.begun = true
    call.held = ''
    return text === '' ? [] : [toEvent(call, text)]
  }

  return {
    push: (deltas) => deltas.flatMap(take),
    end: () => calls.flatMap(finish),
    any: () => calls.length > 0,
  }
}

function toEvent({ id, name, signature }: Call, text: string): ReplyEvent {
  const sealed = signature === undefined ? {} : { signature }
  return { type: 'toolCall', id, name, arguments: text, ...sealed }
}

/** Only a piece with a name begins a call: with another id, or after arguments that are whole. */
function beginsAnother(known: Call, delta: ToolCallDelta): boolean {
  if (nameOf(delta) === '') return false
  if (known.given && delta.id) return delta.id !== known.given
  return argumentsText(delta) !== '' && known.extent.isWhole()
}

function nameOf({ function: called, custom }: ToolCallDelta): string {
  return called?.name ?? custom?.name ?? ''
}

function argumentsText({ function: called, custom }: ToolCallDelta): string {
  const given = called?.arguments ?? custom?.input
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}
