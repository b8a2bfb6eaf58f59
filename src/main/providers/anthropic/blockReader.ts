import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { assertKept } from '../request/assertKept.ts'
import { picturesIn } from '../request/contentPictures.ts'
import type { ReplyEvent } from '../reply.ts'
import { createCitations } from './citations.ts'
import { maxSubjectLength } from '../../../shared/limits.ts'

interface OpenBlock {
  type: string
  /** The beginning of a call's arguments, or the signature of thinking. */
  text: string
  id: string
  name: string
  input: unknown
}

export interface BlockReader {
  start: (index: unknown, block: unknown) => ReplyEvent[]
  delta: (index: unknown, delta: unknown) => ReplyEvent[]
  stop: (index: unknown) => ReplyEvent[]
  /** Ends the blocks that a server left open. */
  end: () => ReplyEvent[]
}

/** The blocks of the service's own tools and of its housekeeping. */
const silentTypes =
  /^(?:server_tool_use|mcp_tool_use|\w+_tool_result|container_upload|compaction|fallback)$/

/** Reads the blocks of an answer as events. Several blocks may be open at a time. */
export function createBlockReader(): BlockReader {
  const open = new Map<unknown, OpenBlock>()
  const cite = createCitations()
  const unknownTypes = new Set<string>()

  function start(index: unknown, json: unknown): ReplyEvent[] {
    if (!isObject(json)) return []
    const type = textOf(json.type)
    const block = {
      type,
      text: '',
      id: textOf(json.id),
      name: textOf(json.name),
      input: json.input,
    }
    open.set(index, block)
    switch (type) {
      case 'text':
        return [...citations(json.citations), ...piece('text', json.text)]
      case 'thinking':
        block.text = textOf(json.signature)
        return piece('reasoning', json.thinking)
      case 'redacted_thinking':
        return json.data ? [{ type: 'reasoningSeal', encrypted: textOf(json.data) }] : []
      case 'image':
        return picturesIn(json)
      case 'tool_use':
        return [{ type: 'toolCall', id: block.id, name: block.name, arguments: '' }]
      default:
        return silentTypes.test(type) ? [] : unknown(type)
    }
  }

  function delta(index: unknown, json: unknown): ReplyEvent[] {
    if (!isObject(json)) return []
    switch (json.type) {
      case 'text_delta':
        return piece('text', json.text)
      case 'thinking_delta':
        return piece('reasoning', json.thinking)
      case 'input_json_delta':
        return callPiece(open.get(index), textOf(json.partial_json))
      case 'signature_delta':
        return addSignature(open.get(index), json)
      case 'citations_delta':
        return citations([json.citation])
      case 'compaction_delta':
        return []
      default:
        return unknown(textOf(json.type))
    }
  }

  function stop(index: unknown): ReplyEvent[] {
    const block = open.get(index)
    open.delete(index)
    if (block?.type === 'thinking' && block.text !== '') {
      return [{ type: 'reasoningSeal', signature: block.text }]
    }
    // A call without arguments gets an empty object. Some servers send all arguments at the start.
    if (block?.type === 'tool_use' && block.text === '') {
      return callPiece(block, JSON.stringify(isObject(block.input) ? block.input : {}))
    }
    return []
  }

  function citations(list: unknown): ReplyEvent[] {
    if (!Array.isArray(list)) return []
    return list.flatMap((json) => {
      const citation = cite(json)
      return citation ? [{ type: 'citation' as const, citation }] : []
    })
  }

  function unknown(type: string): ReplyEvent[] {
    if (type === '' || unknownTypes.has(type)) return []
    unknownTypes.add(type)
    return [
      {
        type: 'warning',
        warning: { code: 'contentUnknown', subject: type.slice(0, maxSubjectLength) },
      },
    ]
  }

  return { start, delta, stop, end: () => [...open.keys()].flatMap(stop) }
}

function piece(type: 'text' | 'reasoning', value: unknown): ReplyEvent[] {
  return typeof value === 'string' && value !== '' ? [{ type, text: value }] : []
}

function callPiece(block: OpenBlock | undefined, json: string): ReplyEvent[] {
  // Skips the arguments of the service's own tools.
  if (block?.type !== 'tool_use' || json === '') return []
  block.text ||= json
  return [{ type: 'toolCall', id: block.id, name: block.name, arguments: json }]
}

function addSignature(block: OpenBlock | undefined, { signature }: JsonObject): ReplyEvent[] {
  if (block?.type !== 'thinking') return []
  block.text += textOf(signature)
  assertKept(block.text.length)
  return []
}
