import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { text } from '../answer/answerFields.ts'
import type { RemoteFiles } from '../provider.ts'
import { createRemoteFiles, remoteIdSchema, sizeSchema } from '../remoteFiles.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { readJson } from '../transport/jsonAnswer.ts'

const time = z.iso
  .datetime({ offset: true })
  .transform((at) => Date.parse(at))
  .nullish()
  .catch(null)

/** A file as the Files API describes it. Source: FileMetadata of the package. */
export const fileSchema = z
  .object({
    id: remoteIdSchema,
    filename: text,
    size_bytes: sizeSchema,
    created_at: time,
    expires_at: time,
  })
  .transform((file) => ({
    id: file.id,
    name: file.filename ?? file.id,
    sizeBytes: file.size_bytes ?? null,
    purpose: null,
    createdAt: file.created_at ?? null,
    expiresAt: file.expires_at ?? null,
  }))

const pageSchema = z
  .object({ data: z.array(fileSchema), next_page: text })
  .transform(({ data, next_page: next }) => ({ files: data, next: next ?? null }))
const pageLength = 100

/** Lists and deletes the files of a key's workspace. `ask` sends a request, and repeats it. */
export function createAnthropicFiles(
  ask: <Value>(signal: AbortSignal, run: (client: Anthropic) => Promise<Value>) => Promise<Value>,
): RemoteFiles {
  return createRemoteFiles({
    pageSchema,
    askPage: (start, signal) =>
      ask(signal, async (client) => {
        const query = { limit: pageLength, ...(start !== null && { page: start }) }
        const response = await client.get('/v1/files', { query, signal }).asResponse()
        return readJson(response, { ...shortAnswer, signal })
      }),
    askRemoval: (id, signal) =>
      ask(signal, (client) =>
        client.delete(`/v1/files/${encodeURIComponent(id)}`, { signal }).asResponse(),
      ),
  })
}
