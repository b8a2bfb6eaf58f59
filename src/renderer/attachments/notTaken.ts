import type { Capabilities } from '../../shared/models.ts'
import type { Attachment } from '../../shared/parts.ts'
import { fileKind } from './fileKind.ts'

/**
 * Why a model won't get a file: what it is known not to read; undefined where it may. Audio only
 * goes to a model that is known to listen. Without capabilities the model itself is unknown.
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
