import type { MediaOutput } from '../../shared/media.ts'

/** Decoded, a pixel takes four bytes. */
const pixelsMaximum = 150_000_000

/** Tells whether a picture would take too much memory to be shown, by what its file says. */
export function isTooLarge({
  kind,
  width,
  height,
}: Pick<MediaOutput, 'kind' | 'width' | 'height'>) {
  return kind === 'image' && (width ?? 0) * (height ?? 0) > pixelsMaximum
}
