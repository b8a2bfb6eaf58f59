import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { linkDescriptionLengthMaximum, subjectLengthMaximum } from '../../shared/limits.ts'
import type { ResultPart, ToolResult } from '../tools/tool.ts'

/** Returns a tool's result as the chat keeps it. */
export function readResult(result: CallToolResult, source: string): ToolResult {
  const parts = result.content.flatMap((block, at) => readBlock(block, at + 1))
  // A result may have its data for programs alone.
  if (parts.length === 0 && result.structuredContent !== undefined) {
    parts.push({ type: 'text', text: JSON.stringify(result.structuredContent) })
  }
  return { parts, failed: result.isError === true, source }
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
          title: (title ?? name).slice(0, subjectLengthMaximum).toWellFormed(),
          description: (description ?? '').slice(0, linkDescriptionLengthMaximum).toWellFormed(),
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
