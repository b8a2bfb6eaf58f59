import type { Source } from '../../../shared/knowledge.ts'

/** Tells whether a source has text to show: it was read, now or before it failed. */
export function isReadable({ status }: Pick<Source, 'status'>): boolean {
  return status.state === 'ready' || status.state === 'embedding' || status.state === 'failed'
}
