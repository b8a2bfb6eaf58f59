import { AppError } from '../../../shared/errors.ts'
import { maxWholeInputBytes } from '../../../shared/limits.ts'
import type { Blobs } from '../../storage/blobs.ts'

/**
 * Returns what reads the files that a job is given, whole. A larger one goes to its service from
 * the disk. Errors: attachmentMissing; tooHeavy above 64 MB, whatever the page has said.
 */
export function readInput(blobs: Pick<Blobs, 'read' | 'sizeOf'>) {
  return async ({ id }: { id: string }): Promise<Uint8Array> => {
    if (blobs.sizeOf(id) <= maxWholeInputBytes) return blobs.read(id)
    throw new AppError('tooHeavy', 'The file is too large to be read whole')
  }
}
