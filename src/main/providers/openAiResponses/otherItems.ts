import { isObject, textOf } from '../../../shared/json.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Item } from './responseItems.ts'
import { maxSubjectLength } from '../../../shared/limits.ts'

/**
 * Items of the service's own tools. Their results are part of its text, so Parley does not show
 * them.
 */
const silentItems = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_response',
  'additional_tools',
  'compaction',
])

interface OpenCall {
  name: string
  /** True if the answer shows the call, so that it needs a result there. */
  shown: boolean
  /** False for calls that the service runs, whose output may be missing. */
  waits: boolean
}

/** Reads the items that are not messages, reasoning or calls of Parley's tools. */
export interface OtherItems {
  finish: (item: Item, place: string) => ReplyEvent[]
  /** Handles an item of an unknown type. Warns once for each type. */
  unknown: (type: string) => ReplyEvent[]
  /** Ends the answer. Returns warnings and results for calls that Parley can't run. */
  conclude: () => ReplyEvent[]
  /** Returns true if the answer waits for a call that Parley does not offer. */
  called: () => boolean
  reset: () => void
}

export function createOtherItems(): OtherItems {
  const open = new Map<string, OpenCall>()
  const unknownTypes = new Set<string>()
  let called = false

  function finish(item: Item, place: string): ReplyEvent[] {
    const { type } = item
    if (silentItems.has(type)) return []
    if (type.endsWith('_output')) return answer(item)
    const id = item.call_id || item.id || place
    if (type === 'mcp_approval_request') return [toWarning('approvalNotOffered', item.name || type)]
    if (type === 'tool_search_call') {
      // The service's own search becomes part of its text.
      if (item.execution === 'client') open.set(id, { ...callOf(item), shown: false })
      return []
    }
    return item.call_id ? show(item, id) : unknown(type)
  }

  function show(item: Item, id: string): ReplyEvent[] {
    const { type: _type, id: _id, call_id: _callId, status: _status, ...given } = item
    const call = callOf(item)
    open.set(id, call)
    return [{ type: 'toolCall', id, name: call.name, arguments: JSON.stringify(given) }]
  }

  /** Matches an output with its call: the service ran it. */
  function answer(item: Item): ReplyEvent[] {
    const id = [item.call_id, item.id].find((name) => name && open.has(name))
    const call = open.get(id ?? '')
    if (!id || !call) return []
    open.delete(id)
    return call.shown ? [toResult(id, item)] : []
  }

  function unknown(type: string): ReplyEvent[] {
    if (unknownTypes.has(type)) return []
    unknownTypes.add(type)
    return [toWarning('contentUnknown', type)]
  }

  function conclude(): ReplyEvent[] {
    const waiting = [...open].filter(([, { waits }]) => waits)
    open.clear()
    called ||= waiting.some(([, { shown }]) => shown)
    return waiting.flatMap(([id, { name, shown }]): ReplyEvent[] => {
      const warning = toWarning('toolNotOffered', name)
      if (!shown) return [warning]
      return [warning, { type: 'toolResult', id, text: 'The tool was not run.', failed: true }]
    })
  }

  return {
    finish,
    unknown,
    conclude,
    called: () => called,
    reset: () => {
      called = false
      open.clear()
    },
  }
}

/** Returns the result of a call that the service ran, for any kind of tool. */
export function toResult(id: string, { output, result, status }: Item): ReplyEvent {
  const failed = status === 'failed' || status === 'incomplete'
  return { type: 'toolResult', id, text: outputText(output ?? result), failed }
}

function callOf({ type, environment }: Item): OpenCall {
  const runsThere = environment?.type?.startsWith('container') === true || type === 'program'
  return { name: type.replace(/_call$/, ''), shown: true, waits: !runsThere }
}

function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  if (output === undefined || output === null) return ''
  const pieces = Array.isArray(output) ? output : []
  const texts = pieces.map((piece) =>
    isObject(piece) ? textOf(piece.stdout) + textOf(piece.stderr) + textOf(piece.text) : '',
  )
  return texts.join('') || JSON.stringify(output)
}

function toWarning(
  code: 'contentUnknown' | 'toolNotOffered' | 'approvalNotOffered',
  subject: string,
): ReplyEvent {
  return { type: 'warning', warning: { code, subject: subject.slice(0, maxSubjectLength) } }
}
