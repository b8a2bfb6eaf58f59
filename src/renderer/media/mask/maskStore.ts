import { parseJson } from '../../../shared/json.ts'
import { api } from '../../core/bridge.ts'
import { readHistory } from './maskStrokes.ts'
import type { MaskHistory } from './maskStrokes.ts'

/** Returns the steps of a picture's mask; none if there is no mask. */
export async function loadMask(fileId: string): Promise<MaskHistory> {
  const { strokes } = await api.media.mask({ fileId })
  return readHistory(parseJson(strokes ?? ''))
}

/** Stores the steps of a picture's mask, also for the next start; without steps, nothing. */
export async function saveMask(fileId: string, history: MaskHistory): Promise<void> {
  const isEmpty = history.done.length === 0 && history.undone.length === 0
  await api.media.saveMask({ fileId, strokes: isEmpty ? null : JSON.stringify(history, rounded) })
}

/** A tenth of a pixel is exact enough, and a third as long. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value
}
