import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { text } from '../answer/answerFields.ts'
import { collectFiles, type FilesPage } from '../collectFiles.ts'
import type { RemoteFiles } from '../provider.ts'
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
    id: z.string().min(1).max(500),
    filename: text,
    size_bytes: z.number().nonnegative().nullish().catch(null),
    created_at: time,
    expires_at: time,
  })
  .transform((file) => ({
    id: file.id,
    name: file.filename ?? file.id,
    sizeBytes: file.size_bytes ?? 0,
    purpose: null,
    createdAt: file.created_at ?? null,
    expiresAt: file.expires_at ?? null,
  }))

const pageSchema = z.object({ data: z.array(fileSchema), next_page: text })
const pageLength = 100

/** Lists and deletes the files of a key's workspace. `ask` sends a request, and repeats it. */
export function createRemoteFiles(
  ask: <Value>(signal: AbortSignal, run: (client: Anthropic) => Promise<Value>) => Promise<Value>,
): RemoteFiles {
  async function readPage(start: string | null, signal: AbortSignal): Promise<FilesPage> {
    const query = { limit: pageLength, ...(start !== null && { page: start }) }
    const answer = await ask(signal, async (client) =>
      readJson(await client.get('/v1/files', { query, signal }).asResponse(), {
        ...shortAnswer,
        signal,
      }),
    )
    const page = pageSchema.safeParse(answer)
    if (page.success) return { files: page.data.data, next: page.data.next_page ?? null }
    throw new AppError('malformedAnswer', 'The list of files has an unknown shape')
  }

  return {
    list: (signal) => collectFiles((start) => readPage(start, signal)),
    async remove(id, signal) {
      try {
        await ask(signal, (client) =>
          client.delete(`/v1/files/${encodeURIComponent(id)}`, { signal }).asResponse(),
        )
      } catch (error) {
        if (!(error instanceof AppError) || error.details.status !== 404) throw error
      }
    },
  }
}
