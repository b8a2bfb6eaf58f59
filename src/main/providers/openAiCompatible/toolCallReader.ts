import { randomUUID } from 'node:crypto'
import { assertKept } from '../request/assertKept.ts'
import type { ReplyEvent } from '../reply.ts'
import type { ToolCallDelta } from './chunk.ts'
import { isBlankInput } from '../answer/toolInputOf.ts'
import { createJsonExtent } from './jsonExtent.ts'
import type { JsonExtent } from './jsonExtent.ts'

interface Call {
  id: string
  /** The server's id, if any. A different id means a different call. */
  given: string
  name: string
  signature: string | undefined
  /** True once the arguments have begun to arrive. */
  begun: boolean
  /** Tracks whether the arguments are a complete JSON object. */
  extent: JsonExtent
  /** Arguments held back. All are held back until the name is known, because it may still grow. */
  held: string
}

export interface ToolCallReader {
  push: (deltas: readonly ToolCallDelta[]) => ReplyEvent[]
  /** Returns events still held back, including calls without arguments. */
  end: () => ReplyEvent[]
  /** Returns true if there was a call with a name. */
  any: () => boolean
}

/**
 * Reads calls in all observed forms: split or whole, with or without index and id, sequential or
 * interleaved. Some servers give every call the index 0, some give every piece a new id.
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
    // Some servers split the name. Others repeat it with each piece of the arguments.
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
    if (call.held === '' || !isNamed(call)) return []
    const text = call.held
    call.held = ''
    return [toEvent(call, text)]
  }

  function finish(call: Call): ReplyEvent[] {
    if (!isNamed(call)) return dropUnnamed(call)
    // Servers may omit the arguments of a tool without parameters.
    const text = call.begun ? call.held : '{}'
    call.begun = true
    call.held = ''
    return text === '' ? [] : [toEvent(call, text)]
  }

  return {
    push: (deltas) => deltas.flatMap(take),
    end: () => calls.flatMap(finish),
    any: () => calls.some(isNamed),
  }
}

function isNamed({ name }: Call): boolean {
  return name.trim() !== ''
}

/** Some services put a call without a name and arguments into every answer. */
function dropUnnamed(call: Call): ReplyEvent[] {
  const isEmpty = isBlankInput(call.held)
  call.held = ''
  return isEmpty ? [] : [{ type: 'warning', warning: { code: 'toolCallUnnamed' } }]
}

function toEvent({ id, name, signature }: Call, text: string): ReplyEvent {
  const sealed = signature === undefined ? {} : { signature }
  return { type: 'toolCall', id, name, arguments: text, ...sealed }
}

/**
 * Returns true if a piece begins another call: it has a name, and either a new id or complete
 * arguments before it.
 */
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
