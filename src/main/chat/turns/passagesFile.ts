import { createHash } from 'node:crypto'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { FileInput, Turn } from '../../providers/reply.ts'

const note = 'Only those passages of this document that fit the question are sent, with it.'
const bytes = new TextEncoder().encode(note)
const id = createHash('sha256').update(bytes).digest('hex')

/** Returns what a model gets of a file of which only passages are sent: its name with a note. */
export function passagesInput(file: Attachment): FileInput {
  const sent = { id, name: file.name, mediaType: 'text/plain', sizeBytes: bytes.byteLength }
  return { type: 'file', file: sent, read: () => Promise.resolve(bytes), passagesOf: file }
}

/** Returns the files of turns of which only passages are sent, each once. */
export function passagesFiles(turns: readonly Turn[]): Attachment[] {
  const files = turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'file' && part.passagesOf ? part.passagesOf : [])),
  )
  return [...new Map(files.map((file) => [file.id, file])).values()]
}
