import { atom } from 'jotai'
import type { Source } from '../../../shared/knowledge/knowledge.ts'

/** The source whose encoding is being chosen; undefined while the dialog is closed. */
export const shownEncodingAtom = atom<Source | undefined>(undefined)

/** Tells whether a source is text that can be read in another encoding. */
export function hasEncoding({ kind, mediaType, status }: Source): boolean {
  if (kind === 'chat' || kind === 'note') return false
  const isUnknown = status.state === 'skipped' && status.reason === 'binary'
  return isUnknown || mediaType.startsWith('text/') || mediaType === 'application/json'
}
