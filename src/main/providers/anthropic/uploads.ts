import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { readJson } from '../transport/jsonAnswer.ts'
import type { FileInput } from '../provider.ts'
import type { Sdk } from './client.ts'

export interface Uploads {
  /**
   * Returns the file's id on the server and uploads the file at most once. Returns null if the
   * server stores no files.
   */
  idOf: (input: FileInput, mediaType: string, signal: AbortSignal) => Promise<string | null>
  /** Forgets all ids, after the server has reported an unknown file. */
  forget: () => void
}

const metadataSchema = z.object({ id: z.string().min(1) })
const maxAnswerBytes = 1024 * 1024
const idleMilliseconds = 30_000

/** Uploads files to the Files API, once for each content. */
export function createUploads(open: () => Promise<{ sdk: Sdk; client: Anthropic }>): Uploads {
  const ids = new Map<string, string>()
  let supported = true

  async function send(input: FileInput, mediaType: string, signal: AbortSignal): Promise<string> {
    const { client } = await open()
    const form = new FormData()
    const bytes = new Uint8Array(await input.read())
    form.append('file', new File([bytes], input.file.name, { type: mediaType }))
    const encoded = new Response(form)
    const response = await client
      .post('/v1/files', {
        body: new Uint8Array(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') },
        signal,
      })
      .asResponse()
    const answer = await readJson(response, {
      signal,
      idleMilliseconds,
      bytesMaximum: maxAnswerBytes,
    })
    return metadataSchema.parse(answer).id
  }

  return {
    async idOf(input, mediaType, signal) {
      const known = ids.get(input.file.id)
      if (known !== undefined) return known
      if (!supported) return null
      try {
        const id = await send(input, mediaType, signal)
        ids.set(input.file.id, id)
        return id
      } catch (error) {
        if (!isRefused(error, (await open()).sdk)) throw error
        supported = false
        return null
      }
    },
    forget: () => ids.clear(),
  }
}

const refusals: readonly unknown[] = [400, 404, 405, 415, 422, 501]

/** Returns true if the server has no Files API or sent an unrelated answer. */
function isRefused(error: unknown, sdk: Sdk): boolean {
  if (error instanceof sdk.APIError) return refusals.includes(error.status)
  return error instanceof SyntaxError || error instanceof z.ZodError
}
