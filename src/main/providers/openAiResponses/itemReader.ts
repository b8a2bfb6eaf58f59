import { picturesIn } from '../request/contentPictures.ts'
import type { ReplyEvent } from '../reply.ts'
import { createSourceNumbers } from '../answer/sourceNumbers.ts'
import { createOtherItems, toResult } from './otherItems.ts'
import { createPictureItems } from './pictureItems.ts'
import type { Annotation, Item, ResponseEvent } from './responseItems.ts'

interface Call {
  id: string
  type: string
  place: string
  name: string
  told: boolean
}

export interface ItemReader {
  /** Begins an item of the answer. */
  begin: (item: Item, place: string) => ReplyEvent[]
  delta: (event: ResponseEvent) => ReplyEvent[]
  /** Ends an item. Returns events that its pieces have not covered. */
  finish: (item: Item, place: string) => ReplyEvent[]
  /** Ends the answer. Returns events for items that have not been reported. */
  conclude: (items: readonly Item[]) => ReplyEvent[]
  /** Returns true if the answer holds calls without a result. */
  called: () => boolean
  /** True once the model has refused to answer. */
  refused: () => boolean
  /** Resets the state for another answer in the same stream. */
  reset: () => void
}

interface PlacedItem {
  item: Item
  place: string
}

/** Reads the items of a Responses answer, in pieces or whole. */
export function createItemReader(): ItemReader {
  const calls = new Map<string, Call>()
  /** Items whose text or reasoning arrived in pieces. */
  const told = new Set<string>()
  /** Items whose sources arrived one by one. */
  const cited = new Set<string>()
  /** Finished items, by position and id. */
  const finished = new Set<string>()
  /** Calls for Parley that the service has not answered itself. */
  const open = new Set<string>()
  const others = createOtherItems()
  const pictures = createPictureItems()
  const cite = createCitations()
  let texts = 0
  /** The places of the texts of this answer. */
  const spoken = new Set<string>()
  let unplaced = false
  let refused = false

  function begin(item: Item, place: string): ReplyEvent[] {
    if (item.type === 'image_generation_call') return pictures.begin(item, place)
    if (item.type === 'function_call' || item.type === 'custom_tool_call') openCall(item, place)
    return []
  }

  function openCall(item: Item, place: string): void {
    const id = item.call_id || item.id || place
    open.add(id)
    calls.set(place, { id, type: item.type, place, name: item.name ?? '', told: false })
  }

  function delta(event: ResponseEvent): ReplyEvent[] {
    const place = placeOf(event)
    const text = event.delta ?? ''
    switch (event.type) {
      case 'response.refusal.delta':
        refused = true
        return tell(place, text)
      case 'response.output_text.delta':
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
        note(place)
        return text === '' ? [] : [{ type: 'reasoning', text }]
      case 'response.image_generation_call.partial_image':
        return pictures.draft(event, place)
      case 'response.audio.transcript.delta':
        return tell('#audio', text)
      case 'response.audio.delta':
        return others.unknown('audio')
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

  function note(place: string): void {
    told.add(place)
    unplaced ||= !place.startsWith('#')
  }

  function tell(place: string, text: string): ReplyEvent[] {
    if (text === '') return []
    const isNext = !told.has(place) && texts > 0
    if (!told.has(place)) texts += 1
    spoken.add(place)
    note(place)
    return isNext ? [{ type: 'textEnd' }, { type: 'text', text }] : [{ type: 'text', text }]
  }

  function callPiece(call: Call | undefined, text: string): ReplyEvent[] {
    if (!call || text === '') return []
    call.told = true
    note(call.place)
    finished.add(`${call.type} ${call.id}`)
    return [{ type: 'toolCall', id: call.id, name: call.name, arguments: text }]
  }

  function wholeCall(call: Call | undefined, text: string): ReplyEvent[] {
    return call?.told ? [] : callPiece(call, text)
  }

  function finish(item: Item, place: string): ReplyEvent[] {
    for (const name of namesOf(item, place)) finished.add(name)
    unplaced ||= !place.startsWith('#')
    switch (item.type) {
      case 'message':
        return finishMessage(item, place)
      case 'reasoning':
        return finishReasoning(item, place)
      case 'function_call':
      case 'custom_tool_call': {
        if (!calls.has(place)) openCall(item, place)
        const given = argumentsText(item.arguments ?? item.input)
        const isEmpty = given === '' && item.type === 'function_call'
        return wholeCall(calls.get(place), isEmpty ? '{}' : given)
      }
      case 'image_generation_call':
        return pictures.finish(item, place)
      case 'function_call_output':
      case 'custom_tool_call_output':
        return answerCall(item)
      default:
        return others.finish(item, place)
    }
  }

  /** Handles a function that the service ran itself, for example for its own program. */
  function answerCall(item: Item): ReplyEvent[] {
    const id = item.call_id ?? ''
    return open.delete(id) ? [toResult(id, item)] : []
  }

  /**
   * Returns events for items that the stream has not reported. Its last event repeats all items.
   */
  function conclude(items: readonly Item[]): ReplyEvent[] {
    const placed = items.map((item, index) => ({ item, place: `#${String(index)}` }))
    // All are judged first: to finish one must not make the next count as reported.
    const heard = heardMessages(placed)
    const rest = placed.filter(({ item, place }) => {
      // A message that came in pieces may still have sources.
      return !isTold(item, place) && (told.has(place) || !heard.has(place))
    })
    return [...rest.flatMap(({ item, place }) => finish(item, place)), ...others.conclude()]
  }

  function isTold(item: Item, place: string): boolean {
    // Items can't be told apart if they have no index and a new id in each event.
    if (unplaced) return true
    return namesOf(item, place).some((name) => finished.has(name))
  }

  /**
   * Returns the places of the messages whose text the stream has reported. Some services count the
   * items of the stream otherwise: then as many messages as it had texts.
   */
  function heardMessages(placed: readonly PlacedItem[]): ReadonlySet<string> {
    const messages = placed.flatMap(({ item, place }) => (item.type === 'message' ? place : []))
    const isSameCount = spoken.isSubsetOf(new Set(messages))
    return isSameCount ? spoken : new Set(messages.slice(0, spoken.size))
  }

  function finishMessage(item: Item, place: string): ReplyEvent[] {
    const content = item.content ?? []
    if (content.some((part) => part.refusal)) refused = true
    const annotations = content.flatMap((part) => part.annotations ?? [])
    const citations = cited.has(place) ? [] : annotations.flatMap(cite)
    const shown = content.flatMap(picturesIn)
    if (told.has(place)) return [...shown, ...citations]
    const text = content.map((part) => part.text ?? part.refusal ?? '').join('')
    return [...tell(place, text), ...shown, ...citations]
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

  return {
    begin,
    delta,
    finish,
    conclude,
    called: () => open.size > 0 || others.called(),
    refused: () => refused,
    reset: () => {
      unplaced = false
      refused = false
      for (const seen of [calls, told, spoken, cited, finished, open]) seen.clear()
      others.reset()
      pictures.reset()
    },
  }
}

/**
 * Returns an item's position. Prefers the index, because some compatible services change the id in
 * each event.
 */
export function placeOf({ item_id: id, item, output_index: index }: ResponseEvent): string {
  return typeof index === 'number' ? `#${String(index)}` : id || item?.id || '#0'
}

/** Returns the names that identify an item when it appears again. */
function namesOf({ id, call_id: callId, type }: Item, place: string): string[] {
  return [place, id, callId].flatMap((name) => (name ? `${type} ${name}` : []))
}

function argumentsText(given: unknown): string {
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}

/**
 * Returns a function that numbers an answer's sources from 1. A repeated source keeps its number.
 */
function createCitations(): (annotation: Annotation | null | undefined) => ReplyEvent[] {
  const numberOf = createSourceNumbers()
  return (annotation) => {
    const source = annotation?.url || annotation?.filename || annotation?.file_id
    if (!source) return []
    const title = annotation?.title || annotation?.filename || source
    return [
      { type: 'citation', citation: { number: numberOf(source), title, passage: '', source } },
    ]
  }
}
