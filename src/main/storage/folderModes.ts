import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600
const modeBits = 0o777
const stickyBit = 0o1000
/** The permission bits of group and others. */
const othersBits = 0o077
/** Parley's own files. Other files keep their owner's permissions. */
const ownNames = /^(?:history|settings)\b|^(?:logs|files|recordings|voices)(?:$|[\\/])/
/** The number of entries processed before the start continues. The rest follow later. */
const maxEntriesAtOnce = 200

/** Restricts files that this process and its children create to the user. */
export function restrictNewFiles(): void {
  if (process.platform !== 'win32') process.umask(othersBits)
}

/** Restricts the folder and the files directly in it to the user, synchronously. */
export function closeFolder(folder: string): void {
  if (!isToBeClosed(folder)) return
  chmodSync(folder, folderMode)
  for (const name of readdirSync(folder).slice(0, maxEntriesAtOnce)) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && ownNames.test(name) && (found.mode & modeBits) !== fileMode) {
      chmodSync(path, fileMode)
    }
  }
}

/** Restricts everything in the folder to the user, in the background. Does not follow links. */
export async function closeContents(folder: string): Promise<void> {
  if (isToBeClosed(folder)) await closeEntries(folder, folder)
}

async function closeEntries(root: string, folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    // Files may appear, disappear or belong to another user meanwhile.
    if (entry.isDirectory() || entry.isFile()) await close(root, path).catch(() => undefined)
    if (entry.isDirectory()) await closeEntries(root, path)
  }
}

async function close(root: string, path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  const mode = found.mode & modeBits
  const isOwn = ownNames.test(relative(root, path))
  const ownMode = found.isDirectory() ? folderMode : fileMode
  const wanted = isOwn ? ownMode : mode & ~othersBits
  if (mode !== wanted) await chmod(path, wanted)
}

/** Returns false for a folder that was chosen by mistake, such as the home folder. */
function isToBeClosed(folder: string): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(folder)
  if ((found.mode & stickyBit) !== 0) return false
  if (found.uid !== process.getuid?.()) return false
  return relative(folder, homedir()).split(sep)[0] === '..'
}
