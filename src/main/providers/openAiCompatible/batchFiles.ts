import { readResultLines } from '../answer/resultLines.ts'
import type { BatchResult, RemoteBatch, RequestBatches } from '../requestBatches.ts'
import type { BatchesOptions } from './batchRequests.ts'
import { toBatchResult } from './batchResult.ts'
import { postJson } from './postJson.ts'
import { uploadFile } from './uploadFile.ts'

/** Uploads the inputs of batches, and downloads their results, as files of OpenAI's API. */
export function createBatchFiles({
  context,
  uploads,
  askOnce,
}: Pick<BatchesOptions, 'context' | 'uploads' | 'askOnce'>): Required<
  Pick<RequestBatches, 'upload' | 'results'>
> {
  async function* results(batch: RemoteBatch, signal: AbortSignal): AsyncGenerator<BatchResult> {
    for (const fileId of batch.results) {
      const path = `/files/${encodeURIComponent(fileId)}/content`
      const response = await askOnce(signal, (client) =>
        client.get(path, { signal, headers: { accept: '*/*' } }).asResponse(),
      )
      for await (const line of readResultLines(response, signal)) {
        yield toBatchResult(line, context)
      }
    }
  }

  return {
    upload({ id, name, lines }, signal) {
      const note = uploads.begin({ id, name })
      const send = (form: Blob) =>
        askOnce(signal, (client) =>
          postJson(client, '/files', form, signal, { 'content-type': form.type }),
        )
      return uploadFile(note, lines, send)
    },
    results,
  }
}
