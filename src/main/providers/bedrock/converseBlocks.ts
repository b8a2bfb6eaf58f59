import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { createCitations } from '../anthropic/citations.ts'
import { assertKept } from '../request/assertKept.ts'
import type { ReplyEvent } from '../reply.ts'
import { maxSubjectLength } from '../../../shared/limits.ts'

interface OpenBlock {
  /** The beginning of a call's arguments, the signature of reasoning, or an image in base64. */
  text: string
  call?: { id: string; name: string }
  imageFormat?: string
}

export interface ConverseBlocks {
  start: (index: unknown, start: unknown) => ReplyEvent[]
  delta: (index: unknown, delta: unknown) => ReplyEvent[]
  stop: (index: unknown) => ReplyEvent[]
  /** Returns the events of a block in a whole answer. */
  whole: (index: unknown, block: unknown) => ReplyEvent[]
  /** Ends the blocks that a model left open. */
  end: () => ReplyEvent[]
  /** Returns true if the model called a tool. */
  called: () => boolean
}

/** Reads the blocks of an answer as events. Several blocks may be open at a time. */
export function createConverseBlocks(): ConverseBlocks {
  const open = new Map<unknown, OpenBlock>()
  const cite = createCitations()
  const unknownTypes = new Set<string>()
  let called = false

  function start(index: unknown, json: unknown): ReplyEvent[] {
    if (!isObject(json)) return []
    if (isObject(json.toolUse)) return startCall(index, json.toolUse)
    if (isObject(json.image)) {
      open.set(index, { text: '', imageFormat: textOf(json.image.format) })
      return []
    }
    // The answer's text contains the results of the service's own tools.
    return json.toolResult === undefined ? unknown(json) : []
  }

  function startCall(index: unknown, { toolUseId, name, type }: JsonObject): ReplyEvent[] {
    // The service runs its own tools and continues.
    if (type === 'server_tool_use') return []
    const call = { id: textOf(toolUseId), name: textOf(name) }
    open.set(index, { text: '', call })
    called = true
    return [{ type: 'toolCall', ...call, arguments: '' }]
  }

  function delta(index: unknown, json: unknown): ReplyEvent[] {
    if (!isObject(json)) return []
    const { text, toolUse, reasoningContent, citation, image } = json
    if (typeof text === 'string') return piece('text', text)
    if (isObject(toolUse)) return callPiece(open.get(index), textOf(toolUse.input))
    if (isObject(reasoningContent)) return reason(index, reasoningContent)
    if (isObject(citation)) return cited(citation)
    if (isObject(image)) return addImage(index, image)
    return json.toolResult === undefined ? unknown(json) : []
  }

  function reason(index: unknown, { text, signature, redactedContent }: JsonObject): ReplyEvent[] {
    if (typeof signature === 'string') grow(blockAt(index), signature)
    if (typeof redactedContent === 'string' && redactedContent !== '') {
      return [{ type: 'reasoningSeal', encrypted: redactedContent }]
    }
    return piece('reasoning', text)
  }

  function addImage(index: unknown, { source }: JsonObject): ReplyEvent[] {
    const block = blockAt(index)
    block.imageFormat ??= 'png'
    if (isObject(source)) grow(block, textOf(source.bytes))
    return []
  }

  function blockAt(index: unknown): OpenBlock {
    const block = open.get(index) ?? { text: '' }
    open.set(index, block)
    return block
  }

  function stop(index: unknown): ReplyEvent[] {
    const block = open.get(index)
    open.delete(index)
    if (!block) return []
    const { text, call, imageFormat } = block
    // A call without arguments gets an empty object.
    if (call) return text === '' ? callPiece(block, '{}') : []
    // A picture that is only at an address can't be shown.
    if (text === '') return imageFormat === undefined ? [] : unknown({ image: imageFormat })
    if (imageFormat === undefined) return [{ type: 'reasoningSeal', signature: text }]
    const bytes = new Uint8Array(Buffer.from(text, 'base64'))
    return [{ type: 'image', mediaType: `image/${imageFormat || 'png'}`, bytes }]
  }

  function cited(json: JsonObject): ReplyEvent[] {
    const citation = cite(toLocation(json))
    return citation ? [{ type: 'citation', citation }] : []
  }

  function unknown(json: JsonObject): ReplyEvent[] {
    const type = Object.keys(json)[0]
    if (type === undefined || unknownTypes.has(type)) return []
    unknownTypes.add(type)
    return [
      {
        type: 'warning',
        warning: { code: 'contentUnknown', subject: type.slice(0, maxSubjectLength) },
      },
    ]
  }

  function whole(index: unknown, json: unknown): ReplyEvent[] {
    if (!isObject(json)) return []
    const { toolUse, reasoningContent, citationsContent, image } = json
    if (isObject(toolUse)) {
      const input = JSON.stringify(toolUse.input ?? {})
      return [...startCall(index, toolUse), ...callPiece(open.get(index), input), ...stop(index)]
    }
    if (isObject(reasoningContent)) {
      const inner = reasoningContent.reasoningText ?? reasoningContent
      return [...(isObject(inner) ? reason(index, inner) : []), ...stop(index)]
    }
    if (isObject(citationsContent)) {
      return [
        ...listOf(citationsContent.content).flatMap(({ text }) => piece('text', text)),
        ...listOf(citationsContent.citations).flatMap(cited),
      ]
    }
    if (isObject(image)) return [...start(index, json), ...addImage(index, image), ...stop(index)]
    return delta(index, json)
  }

  return {
    start,
    delta,
    stop,
    whole,
    end: () => [...open.keys()].flatMap(stop),
    called: () => called,
  }
}

function piece(type: 'text' | 'reasoning', value: unknown): ReplyEvent[] {
  return typeof value === 'string' && value !== '' ? [{ type, text: value }] : []
}

function grow(block: OpenBlock, text: string): void {
  assertKept(block.text.length + text.length)
  block.text += text
}

function callPiece(block: OpenBlock | undefined, json: string): ReplyEvent[] {
  if (!block?.call || json === '') return []
  block.text ||= json
  return [{ type: 'toolCall', ...block.call, arguments: json }]
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Converts a citation to the Messages API's format, which is a close relative. */
function toLocation({ title, source, sourceContent, location }: JsonObject): JsonObject {
  const passage = listOf(sourceContent).map(({ text }) => textOf(text))
  const place = isObject(location) ? location : {}
  const page = isObject(place.documentPage) ? place.documentPage : {}
  const inside = isObject(place.documentChar) ? place.documentChar : page
  return {
    cited_text: passage.join(''),
    title,
    source,
    url: isObject(place.web) ? place.web.url : undefined,
    document_index: inside.documentIndex,
    start_page_number: page.start,
    end_page_number: page.end,
  }
}
