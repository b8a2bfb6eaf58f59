import type { RequestBatches } from '../requestBatches.ts'
import type { BatchesOptions } from './batchRequests.ts'
import { createMistralBatches } from './mistralBatches.ts'
import { createOpenAiBatches } from './openAiBatches.ts'
import { createOpenRouterBatches } from './openRouterBatches.ts'

const adapters = {
  openai: createOpenAiBatches,
  mistral: createMistralBatches,
  openrouter: createOpenRouterBatches,
} as const

/** Creates the batches of a service in its dialect. */
export function createBatches(options: BatchesOptions): RequestBatches {
  return adapters[options.offer.dialect ?? 'openai'](options)
}
