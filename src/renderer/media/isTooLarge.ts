import { maxShownPixels } from '../../shared/limits.ts'
import type { MediaOutput } from '../../shared/media/media.ts'

/** Tells whether a picture would take too much memory to be shown, by what its file says. */
export function isTooLarge({
  kind,
  width,
  height,
}: Pick<MediaOutput, 'kind' | 'width' | 'height'>) {
  return kind === 'image' && (width ?? 0) * (height ?? 0) > maxShownPixels
}
