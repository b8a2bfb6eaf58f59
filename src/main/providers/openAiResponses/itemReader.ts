import type { ReplyEvent } from '../provider.ts'
import type { Annotation, Item, ResponseEvent } from './responseItems.ts'

/** What the service runs itself: nothing of it is for us to run or to show. */
const hostedItems = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'tool_search_call',
  'compaction',
])

interface Call {
  id: string
  place: string
  name: string
  told: boolean
}

export interface ItemReader {
  /** An item of the answer has begun. */
  begin: (item: Item, place: string) => void
  delta: (event: ResponseEvent) => ReplyEvent[]
  /** An item is whole: what its pieces have not told yet. */
  finish: (item: Item, place: string) => ReplyEvent[]
  /** Whether the answer holds calls that are for us to run. */
  called: () => boolean
  /** Whether anything was told of this answer. */
  told: () => boolean
  /** Another answer begins in the same stream. */
  reset: () => void
}

/** The items of a Responses answer, from their pieces or whole. */
export function createItemReader(): ItemReader {
  const calls = new Map<string, Call>()
  /** Items of which text or thoughts have come in pieces. */
  const told = new Set<string>()
  /** Items whose sources have come one by one. */
  const cited = new Set<string>()
  const cite = createCitations()
  const unknown = new Set<string>()
  let called = false
  let texts = 0

  function begin(item: Item, place: string): void {
    if (item.type !== 'function_call' && item.type !== 'custom_tool_call') return
    called = true
    const id = item.call_id || item.id || place
    calls.set(place, { id, place, name: item.name ?? '', told: false })
  }

  function delta(event: ResponseEvent): ReplyEvent[] {
    const place = placeOf(event)
    const text = event.delta ?? ''
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return tell(place, text)
      case 'response.output_text.done':
        return told.has(place) ? [] : tell(place, event.text ?? '')
      case 'response.output_text.annotation.added':
        cited.add(place)
        return cite(event.annotation)
      case 'response.reasoning_summary_part.added':
        if (!told.has(place) || (event.summary_index ?? 0) === 0) return []
        return [{ type: 'reasoning', text: '\n\n' }]
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        told.add(place)
        return text === '' ? [] : [{ type: 'reasoning', text }]
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return callPiece(calls.get(place), text)
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.done':
        return wholeCall(calls.get(place), event.arguments ?? event.input ?? '')
      default:
        return []
    }
  }

  function tell(place: string, text: string): ReplyEvent[] {
    if (text === '') return []
    const isNext = !told.has(place) && texts > 0
    if (!told.has(place)) texts += 1
    told.add(place)
    return isNext ? [{ type: 'textEnd' }, { type: 'text', text }] : [{ type: 'text', text }]
  }

  function callPiece(call: Call | undefined, text: string): ReplyEvent[] {
    if (!call || text === '') return []
    call.told = true
    told.add(call.place)
    return [{ type: 'toolCall', id: call.id, name: call.name, arguments: text }]
  }

  function wholeCall(call: Call | undefined, text: string): ReplyEvent[] {
    return call?.told ? [] : callPiece(call, text)
  }

  function finish(item: Item, place: string): ReplyEvent[] {
    switch (item.type) {
      case 'message':
        return finishMessage(item, place)
      case 'reasoning':
        return finishReasoning(item, place)
      case 'function_call':
      case 'custom_tool_call': {
        if (!calls.has(place)) begin(item, place)
        const given = argumentsText(item.arguments ?? item.input)
        const isEmpty = given === '' && item.type === 'function_call'
        return wholeCall(calls.get(place), isEmpty ? '{}' : given)
      }
      case 'image_generation_call':
        return imageOf(item)
      default:
        return finishOther(item)
    }
  }

  function finishMessage(item: Item, place: string): ReplyEvent[] {
    const content = item.content ?? []
    const annotations = content.flatMap((part) => part.annotations ?? [])
    const citations = cited.has(place) ? [] : annotations.flatMap(cite)
    if (told.has(place)) return citations
    const text = content.map((part) => part.text ?? part.refusal ?? '').join('')
    return [...tell(place, text), ...citations]
  }

  function finishReasoning(item: Item, place: string): ReplyEvent[] {
    const events: ReplyEvent[] = []
    if (!told.has(place)) {
      const parts = [...(item.summary ?? []), ...(item.content ?? [])]
      const text = parts.flatMap((part) => part.text || []).join('\n\n')
      if (text !== '') events.push({ type: 'reasoning', text })
    }
    const hasText = told.has(place) || events.length > 0
    const encrypted = item.encrypted_content
    if (!encrypted && !(hasText && item.id)) return events
    const itemId = item.id ? { itemId: item.id } : {}
    return [...events, { type: 'reasoningSeal', ...(encrypted && { encrypted }), ...itemId }]
  }

  /** A call of a kind that Parley offers no tool for is told all the same: it waits for a result. */
  function finishOther(item: Item): ReplyEvent[] {
    if (hostedItems.has(item.type) || item.type.endsWith('_output')) return []
    const { type, id: _id, call_id: callId, status: _status, ...given } = item
    if (callId) {
      called = true
      const name = type.replace(/_call$/, '')
      return [{ type: 'toolCall', id: callId, name, arguments: JSON.stringify(given) }]
    }
    if (unknown.has(type)) return []
    unknown.add(type)
    return [{ type: 'warning', warning: { code: 'contentUnknown', subject: type.slice(0, 300) } }]
  }

  return {
    begin,
    delta,
    finish,
    called: () => called,
    told: () => told.size > 0,
    reset: () => {
      called = false
      calls.clear()
      told.clear()
      cited.clear()
    },
  }
}

/** By its index, as some services that imitate the API give an item another id in each event. */
export function placeOf({ item_id: id, item, output_index: index }: ResponseEvent): string {
  return typeof index === 'number' ? `#${String(index)}` : id || item?.id || '#0'
}

function argumentsText(given: unknown): string {
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}

function imageOf({ result, output_format: format }: Item): ReplyEvent[] {
  if (!result) return []
  const mediaType = `image/${format || 'png'}`
  return [{ type: 'image', mediaType, bytes: Buffer.from(result, 'base64') }]
}

/** Numbers the sources of an answer, from 1; one that is named again has the same number. */
function createCitations(): (annotation: Annotation | null | undefined) => ReplyEvent[] {
  const numbers = new Map<string, number>()
  return (annotation) => {
    const source = annotation?.url || annotation?.filename || annotation?.file_id
    if (!source) return []
    const number = numbers.get(source) ?? numbers.size + 1
    numbers.set(source, number)
    const title = annotation?.title || annotation?.filename || source
    return [{ type: 'citation', citation: { number, title, passage: '', source } }]
  }
}
