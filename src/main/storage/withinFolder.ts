import { fstatSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'

/** Tells whether a real path is in a folder, by the folder's real path. */
export function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/**
 * Tells where an open file lies: `outside` if a link in its path leads out of the folder, or the
 * folder is a link itself by now; `replaced` if another file is at the path by now. Throws what the
 * system says if there is none.
 */
export function placeOfOpenFile(
  file: number,
  path: string,
  folder: string,
): 'within' | 'outside' | 'replaced' {
  const real = realpathSync.native(path)
  const isLink = lstatSync(folder).isSymbolicLink()
  if (isLink || !isWithin(real, realpathSync.native(folder))) return 'outside'
  // The link may have been another one when the file was opened.
  const opened = fstatSync(file, { bigint: true })
  const found = statSync(real, { bigint: true })
  return opened.ino === found.ino && opened.dev === found.dev ? 'within' : 'replaced'
}
