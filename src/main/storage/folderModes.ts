import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600
const modeBits = 0o777
const stickyBit = 0o1000
/** What others than the owner may do. */
const othersBits = 0o077
/** Files of Parley's own; whatever else lies there keeps what its owner may do with it. */
const ownNames = /^(?:history|settings)\b|^(?:logs|files|recordings|voices)(?:$|[\\/])/
/** So many are looked at before the start goes on; the others follow. */
const entriesAtOnceMaximum = 200

/** Makes whatever this process and its children create from now on the user's alone. */
export function restrictNewFiles(): void {
  if (process.platform !== 'win32') process.umask(othersBits)
}

/** Closes the folder to others at once, and the files that lie directly in it. */
export function closeFolder(folder: string): void {
  if (!isToBeClosed(folder)) return
  chmodSync(folder, folderMode)
  for (const name of readdirSync(folder).slice(0, entriesAtOnceMaximum)) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && ownNames.test(name) && (found.mode & modeBits) !== fileMode) {
      chmodSync(path, fileMode)
    }
  }
}

/** Closes all that lies in the folder to others; links are not followed. Takes its time. */
export async function closeContents(folder: string): Promise<void> {
  if (isToBeClosed(folder)) await closeEntries(folder, folder)
}

async function closeEntries(root: string, folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    // Files come and go meanwhile, and some may belong to someone else.
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

/** A folder that was chosen by mistake, such as the home folder, is left as it is. */
function isToBeClosed(folder: string): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(folder)
  if ((found.mode & stickyBit) !== 0) return false
  if (found.uid !== process.getuid?.()) return false
  return relative(folder, homedir()).split(sep)[0] === '..'
}
