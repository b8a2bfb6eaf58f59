import type { Model } from '../../../shared/models.ts'
import type { CompletionEvent, ReplyEvent } from '../reply.ts'

/**
 * Tracks which models are being loaded. Most servers don't report it: they load a model at its
 * first request and stay silent meanwhile. A model is therefore loading while a request to it has
 * no output yet and it is not in memory.
 */
export interface LoadingModels {
  /** Passes a reply through and records the time before its first output. */
  watch: <Event extends ReplyEvent | CompletionEvent>(
    modelId: string,
    events: AsyncIterable<Event>,
  ) => AsyncGenerator<Event>
  stateOf: (modelId: string, inMemory: boolean) => NonNullable<Model['loadState']>
}

export function createLoadingModels(): LoadingModels {
  const waiting = new Map<string, number>()

  function count(modelId: string, change: number): void {
    const next = (waiting.get(modelId) ?? 0) + change
    if (next > 0) waiting.set(modelId, next)
    else waiting.delete(modelId)
  }

  return {
    async *watch(modelId, events) {
      let isWaiting = true
      const stop = () => {
        if (isWaiting) count(modelId, -1)
        isWaiting = false
      }
      count(modelId, 1)
      try {
        for await (const event of events) {
          if (event.type !== 'warning' && event.type !== 'waiting') stop()
          yield event
        }
      } finally {
        stop()
      }
    },
    stateOf(modelId, inMemory) {
      if (inMemory) return 'loaded'
      return waiting.has(modelId) ? 'loading' : 'notLoaded'
    },
  }
}
