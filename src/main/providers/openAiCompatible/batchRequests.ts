import type OpenAI from 'openai'
import type { ErrorContext } from '../errors/providerErrors.ts'
import type { ServiceCall } from '../provider.ts'
import type { ReplyRequest } from '../reply.ts'
import type { BatchOffer } from '../requestBatches.ts'
import type { UploadRecord } from '../uploadRecord.ts'
import type { Sender } from './sender.ts'

type Run<Value> = (client: OpenAI) => Promise<Value>

export interface BatchesOptions {
  offer: BatchOffer
  context: ErrorContext
  sender: Pick<Sender, 'endpointOf' | 'buildWhole'>
  uploads: UploadRecord
  /** Sends a request, and repeats it. */
  ask: <Value>(signal: AbortSignal, run: Run<Value>) => Promise<Value>
  /** Sends a request once. */
  askOnce: <Value>(signal: AbortSignal, run: Run<Value>) => Promise<Value>
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>
}

const paths = { chat: '/v1/chat/completions', responses: '/v1/responses' } as const

/** Builds the requests of batches by the code of normal requests. */
export function createBatchRequests({ sender }: Pick<BatchesOptions, 'sender'>) {
  function buildBody(path: string, request: ReplyRequest): Promise<Record<string, unknown>> {
    return sender.buildWhole(path === paths.responses ? 'responses' : 'chat', request)
  }

  return {
    /** Returns the path of the API that a model's requests are for. */
    endpointOf: (modelId: string): string => paths[sender.endpointOf({ modelId })],
    buildBody,
    /** Returns a request for services where the batch names the API and the model. */
    toBareLine: async (customId: string, path: string, request: ReplyRequest): Promise<string> => {
      const { model: _model, ...body } = await buildBody(path, request)
      return JSON.stringify({ custom_id: customId, body })
    },
  }
}
