import { z } from 'zod'
import { count, flag, text } from '../answer/answerFields.ts'
import type { RemoteFiles, ServiceCall } from '../provider.ts'
import { createRemoteFiles, remoteIdSchema, sizeSchema } from '../remoteFiles.ts'
import { nextAfter } from './nextAfter.ts'

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
    sizeBytes: file.bytes ?? null,
    purpose: file.purpose ?? null,
    createdAt: file.created_at ?? null,
    expiresAt: file.expires_at ?? null,
  }))

const answerSchema = z.object({
  data: z.array(fileSchema),
  has_more: flag,
  last_id: text,
  /** Mistral's number of all files. Its pages have numbers, and no `has_more`. */
  total: count,
})

/** An answer, and the start that was asked for: the query that differs from the first page's. */
const pageSchema = z
  .object({ answer: answerSchema, start: z.string().nullable() })
  .transform(({ answer, start }) => {
    const after = nextAfter(answer)
    const next = after === null ? nextNumber(answer, start) : { after }
    return { files: answer.data, next: next && new URLSearchParams(next).toString() }
  })

/**
 * Returns the query of the page after one of a service whose pages have numbers; null after the
 * last. The first page tells how many files a page has. Whether it is number 0 or 1 does not matter:
 * a file that comes twice counts once.
 */
function nextNumber(
  { data, total }: z.infer<typeof answerSchema>,
  start: string | null,
): Record<string, string> | null {
  const asked = new URLSearchParams(start ?? '')
  const page = Number(asked.get('page') ?? 0)
  const size = Number(asked.get('page_size') ?? data.length)
  // The total also ends the list of a service that gives the same page for each number.
  const isLast = data.length === 0 || data.length < size || Math.max(page, 1) * size >= (total ?? 0)
  return isLast ? null : { page: String(page + 1), page_size: String(size) }
}

/** Lists and deletes the files of a key's project. Source: /files of OpenAI's API description. */
export function createOpenAiFiles(
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>,
): RemoteFiles {
  return createRemoteFiles({
    pageSchema,
    async askPage(start, signal) {
      // A single page of 10,000, the service's limit, was seen to lack files: it gets small ones.
      const first = { limit: '1000', order: 'desc' }
      const query = { ...first, ...Object.fromEntries(new URLSearchParams(start ?? '')) }
      const asked = { method: 'GET', path: '/files', query, repeatable: true } as const
      return { answer: await call(asked, signal), start }
    },
    askRemoval(id, signal) {
      const path = `/files/${encodeURIComponent(id)}`
      return call({ method: 'DELETE', path, repeatable: true }, signal)
    },
  })
}
