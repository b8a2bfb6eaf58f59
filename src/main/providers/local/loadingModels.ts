import type { Model } from '../../../shared/models.ts'
import type { ReplyEvent } from '../provider.ts'

/**
 * Which models are being loaded now. Most servers do not tell: they load a model when it is first
 * asked, and are silent meanwhile. So a model that is asked, has said nothing yet and is not in
 * memory is one that is being loaded.
 */
export interface LoadingModels {
  /** Passes a reply on, and takes note of the time before its first word. */
  watch: (modelId: string, events: AsyncIterable<ReplyEvent>) => AsyncGenerator<ReplyEvent>
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
