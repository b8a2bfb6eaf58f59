import { createHash } from 'node:crypto'
import type { FileInput, ReplyRequest, Tool, Turn } from '../../../../src/main/providers/reply.ts'
import type { Capabilities, Model } from '../../../../src/shared/models.ts'

/** Returns a turn's file from memory. */
export function fileOf(name: string, mediaType: string, content: string | Uint8Array): FileInput {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const id = createHash('sha256').update(bytes).digest('hex')
  return {
    type: 'file',
    file: { id, name, mediaType, sizeBytes: bytes.length },
    read: () => Promise.resolve(bytes),
  }
}

export function modelWith(capabilities: Capabilities, modelId = 'parley-large'): Model {
  return { providerId: 'fake', modelId, name: modelId, local: false, capabilities }
}

export const weatherTool: Tool = {
  name: 'weather',
  description: 'Tells the weather of a place',
  parameters: {
    type: 'object',
    properties: { place: { type: 'string' } },
    required: ['place'],
    additionalProperties: false,
  },
}

/** A conversation in which a tool was called and whose result is still to be answered. */
export const toolTurns: readonly Turn[] = [
  { role: 'user', parts: [{ type: 'text', text: 'How is the weather in Rome?' }] },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'I shall look.', encrypted: 'gAAAA', itemId: 'rs_1' },
      { type: 'text', text: 'One moment.' },
      { type: 'toolCall', id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' },
      { type: 'toolCall', id: 'call_2', name: 'now', arguments: '' },
    ],
  },
  {
    role: 'user',
    parts: [
      { type: 'toolResult', id: 'call_1', text: 'Sunny', failed: false },
      { type: 'toolResult', id: 'call_2', text: 'Noon', failed: false },
    ],
  },
]

/** Returns a conversation in which a tool returned a text and these files. */
export function resultTurns(files: readonly FileInput[], text = 'As drawn'): readonly Turn[] {
  return [
    { role: 'user', parts: [{ type: 'text', text: 'Draw it' }] },
    {
      role: 'assistant',
      parts: [{ type: 'toolCall', id: 'call_1', name: 'draw', arguments: '{}' }],
    },
    { role: 'user', parts: [{ type: 'toolResult', id: 'call_1', text, failed: false, files }] },
  ]
}

export const dotPng = fileOf('dot.png', 'image/png', new Uint8Array([1, 2, 3]))
export const paperPdf = fileOf('paper.pdf', 'application/pdf', '%PDF')
export const notesText = fileOf('notes.txt', 'text/plain', 'Remember the milk')
export const clipVideo = fileOf('clip.mp4', 'video/mp4', 'moov')
/** The sentence in a result about a file that no service takes. */
export const videoNote = "[The file clip.mp4 (video/mp4) can't be shown to this model.]"

export function askWith(parts: Turn['parts'], fields: Partial<ReplyRequest> = {}): ReplyRequest {
  return { modelId: 'parley-large', turns: [{ role: 'user', parts }], ...fields }
}
