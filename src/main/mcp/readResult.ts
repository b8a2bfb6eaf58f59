import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { maxLinkDescriptionLength, maxSubjectLength } from '../../shared/limits.ts'
import type { ResultPart, ToolResult } from '../tools/tool.ts'
import { saysAll } from './saysAll.ts'

/**
 * Returns a tool's result as the chat keeps it. Structured content is added as JSON unless the texts
 * beside it say the same.
 */
export function readResult(result: CallToolResult, source: string): ToolResult {
  const parts = (result.content ?? []).flatMap((block, at) => readBlock(block, at + 1))
  const { structuredContent: data } = result
  if (data !== undefined && data !== null && !saysAll(parts.flatMap(textsOf), data)) {
    const filled = parts.filter((part) => part.type !== 'text' || part.text.trim() !== '')
    const text = JSON.stringify(data)
    return { parts: [...filled, { type: 'text', text }], failed: result.isError === true, source }
  }
  return { parts, failed: result.isError === true, source }
}

function textsOf(part: ResultPart): string[] {
  if (part.type === 'text') return [part.text]
  return part.type === 'link' ? [part.uri, part.title, part.description] : []
}

/** Returns one block of content; `number` names files that have no name. */
export function readBlock(block: ContentBlock, number: number): ResultPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
    case 'audio':
      return [fileOf(`${block.type}-${String(number)}`, block.mimeType, block.data)]
    case 'resource_link': {
      const { uri, title, name, description } = block
      return [
        {
          ...{ type: 'link', uri },
          title: (title ?? name).slice(0, maxSubjectLength).toWellFormed(),
          description: (description ?? '').slice(0, maxLinkDescriptionLength).toWellFormed(),
        },
      ]
    }
    case 'resource': {
      const { resource } = block
      if ('text' in resource) {
        return [{ type: 'text', text: `Resource ${resource.uri}:\n${resource.text}` }]
      }
      const mediaType = resource.mimeType ?? 'application/octet-stream'
      return [fileOf(nameOfUri(resource.uri, number), mediaType, resource.blob)]
    }
    default:
      return []
  }
}

function fileOf(name: string, mediaType: string, base64: string): ResultPart {
  return { type: 'file', name, mediaType, bytes: Buffer.from(base64, 'base64') }
}

/** Returns the last part of an address, as a file's name. */
export function nameOfUri(uri: string, number: number): string {
  const last = uri
    .split(/[?#]/)[0]
    ?.split('/')
    .findLast((part) => part !== '')
  return last?.slice(0, 100) ?? `resource-${String(number)}`
}
