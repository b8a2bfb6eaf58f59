import type { PullProgress } from '../../../../shared/providers.ts'
import { textOf } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { maxStatusLength } from '../../../../shared/limits.ts'

const maxLayers = 10_000

/**
 * Adds up the layers of a model, which Ollama reports one by one. A layer's size is known only once
 * its download begins. The first layer is nearly the whole model.
 */
export function createPullProgress(): (line: JsonObject) => PullProgress {
  const layers = new Map<string, { done: number; total: number }>()

  function note(line: JsonObject): void {
    const digest = textOf(line['digest'])
    const total = sizeOf(line['total'])
    if (digest === '' || total === 0) return
    if (!layers.has(digest) && layers.size >= maxLayers) return
    layers.set(digest, { total, done: Math.min(total, sizeOf(line['completed'])) })
  }

  return (line) => {
    note(line)
    const status = textOf(line['status']).slice(0, maxStatusLength)
    if (layers.size === 0) return { status }
    const all = [...layers.values()]
    return {
      status,
      doneBytes: all.reduce((sum, { done }) => sum + done, 0),
      totalBytes: all.reduce((sum, { total }) => sum + total, 0),
    }
  }
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
