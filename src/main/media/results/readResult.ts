import { AppError } from '../../../shared/errors.ts'
import { downloadResult, type DownloadOptions } from './downloadResult.ts'

/**
 * Returns the bytes behind an address, from allowed hosts alone. Errors: mediaUnusable beyond the
 * bytes, those of `downloadResult`.
 */
export async function readResult(
  address: string,
  maxBytes: number,
  options: DownloadOptions,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of downloadResult(address, options)) {
    sizeBytes += piece.byteLength
    if (sizeBytes > maxBytes) throw new AppError('mediaUnusable', 'The file is too large')
    pieces.push(Uint8Array.from(piece))
  }
  return Buffer.concat(pieces)
}
