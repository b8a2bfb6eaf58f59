import type { Capabilities } from '../../shared/models.ts'
import type { Attachment } from '../../shared/parts.ts'
import { fileKind } from './fileKind.ts'

/**
 * Returns the kind of file that a model is known not to read; undefined if the model may get the
 * file. Audio goes only to a model that is known to listen, or to one without known capabilities.
 */
export function notTaken(
  file: Pick<Attachment, 'mediaType'>,
  capabilities: Capabilities | undefined,
): 'image' | 'pdf' | 'audio' | 'other' | undefined {
  const kind = fileKind(file)
  if (kind === 'text') return undefined
  if (kind === 'other') return kind
  if (kind === 'audio') return capabilities && capabilities.audio !== true ? kind : undefined
  return capabilities?.[kind] === false ? kind : undefined
}
