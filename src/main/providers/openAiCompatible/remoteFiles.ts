import { z } from 'zod'
import { flag, text } from '../answer/answerFields.ts'
import type { RemoteFiles, ServiceCall } from '../provider.ts'
import { createRemoteFiles, remoteIdSchema, sizeSchema } from '../remoteFiles.ts'

/** Seconds since 1970, as milliseconds. */
export const secondsSince1970 = z
  .number()
  .nonnegative()
  .transform((seconds) => seconds * 1000)
  .nullish()
  .catch(null)

const fileSchema = z
  .object({
    id: remoteIdSchema,
    filename: text,
    bytes: sizeSchema,
    purpose: text,
    created_at: secondsSince1970,
    expires_at: secondsSince1970,
  })
  .transform((file) => ({
    id: file.id,
    name: file.filename ?? file.id,
    sizeBytes: file.bytes ?? 0,
    purpose: file.purpose ?? null,
    createdAt: file.created_at ?? null,
    expiresAt: file.expires_at ?? null,
  }))

const pageSchema = z
  .object({ data: z.array(fileSchema), has_more: flag, last_id: text })
  .transform(({ data, has_more: hasMore, last_id: last }) => ({
    files: data,
    next: hasMore ? (last ?? data.at(-1)?.id ?? null) : null,
  }))

/** Lists and deletes the files of a key's project. Source: /files of OpenAI's API description. */
export function createOpenAiFiles(
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>,
): RemoteFiles {
  return createRemoteFiles({
    pageSchema,
    askPage(start, signal) {
      // A single page of 10,000, the service's limit, was seen to lack files: it gets small ones.
      const query = { limit: '1000', order: 'desc', ...(start !== null && { after: start }) }
      return call({ method: 'GET', path: '/files', query, repeatable: true }, signal)
    },
    askRemoval(id, signal) {
      const path = `/files/${encodeURIComponent(id)}`
      return call({ method: 'DELETE', path, repeatable: true }, signal)
    },
  })
}
