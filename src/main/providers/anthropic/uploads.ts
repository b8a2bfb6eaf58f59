import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { shortAnswer } from '../transport/answerLimits.ts'
import { encodeForm } from '../transport/encodeForm.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import type { FileInput } from '../reply.ts'
import type { Upload, UploadRecord } from '../uploadRecord.ts'
import type { Sdk } from './client.ts'
import { fileSchema } from './remoteFiles.ts'

export interface Uploads {
  /**
   * Returns the file's id on the server and uploads the file at most once. Returns null if the
   * server stores no files.
   */
  idOf: (input: FileInput, mediaType: string, signal: AbortSignal) => Promise<string | null>
  /** Forgets all ids, after the server has reported an unknown file. */
  forget: () => void
}

/** The time for which the service keeps a file. The service's limit is 90 days. */
const keptSeconds = 30 * 24 * 60 * 60

/** Uploads files to the Files API, once for each content and account. */
export function createUploads(
  open: () => Promise<{ sdk: Sdk; client: Anthropic }>,
  record: UploadRecord,
): Uploads {
  let supported = true
  let expires = true

  async function post(upload: Upload, file: File, signal: AbortSignal): Promise<string> {
    const { client } = await open()
    const form = new FormData()
    form.append('file', file, upload.name)
    if (expires) form.append('expires_in_seconds', String(keptSeconds))
    const { body, type } = await encodeForm(form)
    const response = await client
      .post('/v1/files', { body, headers: { 'content-type': type }, signal })
      .asResponse()
    const answer = await readJson(response, { ...shortAnswer, signal })
    const { id, expiresAt } = fileSchema.parse(answer)
    upload.complete({ id, expiresAt })
    return id
  }

  /** Uploads a file. A compatible server may refuse the time of its end: it is sent without. */
  async function send(input: FileInput, mediaType: string, signal: AbortSignal): Promise<string> {
    const bytes = new Uint8Array(await input.read())
    const file = new File([bytes], input.file.name, { type: mediaType })
    const upload = record.begin(input.file)
    try {
      return await post(upload, file, signal)
    } catch (error) {
      const { sdk } = await open()
      if (!(error instanceof sdk.APIError) || error.status === undefined) throw error
      if (expires && /expires_in_seconds/.test(error.message)) {
        expires = false
        return await post(upload, file, signal)
      }
      if (error.status < 500 || error.status === overloaded) upload.refuse()
      throw error
    }
  }

  return {
    async idOf(input, mediaType, signal) {
      const known = record.find(input.file.id)
      if (known !== undefined) return known
      if (!supported) return null
      try {
        return await send(input, mediaType, signal)
      } catch (error) {
        if (!isRefused(error, (await open()).sdk)) throw error
        supported = false
        return null
      }
    },
    forget: record.distrust,
  }
}

/** The service's own status for a request that it does not accept now. */
const overloaded = 529
const refusals: ReadonlySet<unknown> = new Set([400, 404, 405, 415, 422, 501])

/** Returns true if the server has no Files API or sent an unrelated answer. */
function isRefused(error: unknown, sdk: Sdk): boolean {
  if (error instanceof sdk.APIError) return refusals.has(error.status)
  return error instanceof SyntaxError || error instanceof z.ZodError
}
