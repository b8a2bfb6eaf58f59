import { extname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { findFormat, getFormat } from '../../shared/fileFormats.ts'
import type { DraggedFile } from '../feature.ts'
import type { Blobs } from '../storage/blobs.ts'
import { detectMediaType } from '../pictures/files/mediaType.ts'
import { readHead } from '../pictures/files/readHead.ts'

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
  const format = findFormat(await detectMediaType(await readHead(path), ''))
  const known = format && getFormat(format)
  if (!known?.isDrawn) throw new AppError('notSupported', 'The file is no picture')
  const fitting = [...known.endings, ...known.looseEndings].map((ending) => `.${ending}`)
  const isFitting = fitting.includes(extname(name).toLowerCase())
  return drag({ path, name: isFitting ? name : `${name}${fitting[0] ?? ''}` })
}
