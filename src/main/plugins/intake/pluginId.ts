import { createHash } from 'node:crypto'
import type { AddNote } from './draft.ts'

const maxLength = 100
const hashLength = 8
const validId = /^[a-zA-Z0-9][\w.-]{0,99}$/

/** Returns the id for an identifier, which may be any text. Different texts give different ids. */
export function pluginIdOf(identifier: string, path: string, note: AddNote): string {
  if (validId.test(identifier)) return identifier
  note('identifierAltered', path, identifier)
  const hash = createHash('sha256').update(identifier).digest('hex').slice(0, hashLength)
  const readable = identifier.normalize('NFKD').replaceAll(/[^\w.-]+/g, '-')
  const begun = readable.replace(/^[^a-zA-Z0-9]+/, '').slice(0, maxLength - hashLength - 1)
  return begun === '' ? `plugin-${hash}` : `${begun}-${hash}`
}
