import { extname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { DraggedFile } from '../feature.ts'
import type { Blobs } from '../storage/blobs.ts'
import { detectMediaType } from './mediaType.ts'
import { readHead } from './readHead.ts'

const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/bmp': ['.bmp'],
}

/**
 * Begins to drag a stored picture out of a window. The page chooses the name, but not what the file
 * claims to be: the ending is that of its bytes. Errors: attachmentMissing, notSupported.
 */
export async function dragPicture(
  blobs: Pick<Blobs, 'has' | 'path'>,
  { id, name }: { id: string; name: string },
  drag: (file: DraggedFile) => Promise<boolean>,
): Promise<boolean> {
  if (!blobs.has(id)) throw new AppError('attachmentMissing', 'No such file')
  const path = blobs.path(id)
  const fitting = endings[await detectMediaType(await readHead(path), '')]
  if (!fitting) throw new AppError('notSupported', 'The file is no picture')
  const given = extname(name)
  const isFitting = fitting.includes(given.toLowerCase())
  return drag({ path, name: isFitting ? name : `${name}${fitting[0]}` })
}
