import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { text } from '../answer/answerFields.ts'
import { collectFiles, type FilesPage } from '../collectFiles.ts'
import type { RemoteFiles, ServiceCall } from '../provider.ts'

/** Seconds since 1970, as milliseconds. */
const time = z
  .number()
  .nonnegative()
  .transform((seconds) => seconds * 1000)
  .nullish()
  .catch(null)

const fileSchema = z
  .object({
    id: z.string().min(1).max(500),
    filename: text,
    bytes: z.number().nonnegative().nullish().catch(null),
    purpose: text,
    created_at: time,
    expires_at: time,
  })
  .transform((file) => ({
    id: file.id,
    name: file.filename ?? file.id,
    sizeBytes: file.bytes ?? 0,
    purpose: file.purpose ?? null,
    createdAt: file.created_at ?? null,
    expiresAt: file.expires_at ?? null,
  }))

const pageSchema = z.object({
  data: z.array(fileSchema),
  has_more: z.boolean().nullish().catch(null),
  last_id: text,
})

/** Lists and deletes the files of a key's project. Source: /files of OpenAI's API description. */
export function createRemoteFiles(
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>,
): RemoteFiles {
  async function readPage(start: string | null, signal: AbortSignal): Promise<FilesPage> {
    // A single page of 10,000, the service's limit, was seen to lack files: it gets small ones.
    const query = { limit: '1000', order: 'desc', ...(start !== null && { after: start }) }
    const answer = await call({ method: 'GET', path: '/files', query, repeatable: true }, signal)
    const page = pageSchema.safeParse(answer)
    if (!page.success) {
      throw new AppError('malformedAnswer', 'The list of files has an unknown shape')
    }
    const { data, has_more: hasMore, last_id: last } = page.data
    return { files: data, next: hasMore ? (last ?? data.at(-1)?.id ?? null) : null }
  }

  return {
    list: (signal) => collectFiles((start) => readPage(start, signal)),
    async remove(id, signal) {
      const path = `/files/${encodeURIComponent(id)}`
      try {
        await call({ method: 'DELETE', path, repeatable: true }, signal)
      } catch (error) {
        if (!(error instanceof AppError) || error.details.status !== 404) throw error
      }
    },
  }
}
