import type { MediaOutput } from '../../shared/media/media.ts'
import type { MediaInput } from '../../shared/media/mediaForm.ts'

/** Returns the address at which main serves an output's file to the page. */
export function outputAddress({ fileId }: Pick<MediaOutput, 'fileId'>): string {
  return `/media/${fileId}`
}

/** Returns the address of a file that a job is given. */
export function inputAddress({ id }: Pick<MediaInput, 'id'>): string {
  return `/media/${id}`
}
