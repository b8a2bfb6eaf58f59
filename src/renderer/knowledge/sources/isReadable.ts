import type { Source } from '../../../shared/knowledge/knowledge.ts'

/** Tells whether a source can be shown: it was read, now or before it failed, or has pages. */
export function isReadable({ status, pages }: Pick<Source, 'status' | 'pages'>): boolean {
  // Without text, PDF documents alone have pages.
  const isShown = pages !== null && status.state !== 'waiting'
  return isShown || ['ready', 'embedding', 'failed'].includes(status.state)
}
