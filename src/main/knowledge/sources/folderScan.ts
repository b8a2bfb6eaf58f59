import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { toWire, AppError } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { FolderChanges, FoundFile } from '../catalogue/applyFolderChanges.ts'
import { isWithin } from '../../storage/withinFolder.ts'
import { isIgnoredFile, isIgnoredFolder, isUnreadable } from './ignoredFiles.ts'
import { mediaTypeOfName } from './mediaTypeOfName.ts'

/** Recorded state of each file, to notice changes. */
export type KnownFiles = Map<string, string>

/** The largest file that is read. */
const maxFileBytes = 200 * 1024 * 1024
/** The number of files that are looked at together. */
const maxLooks = 64
/** The number of files that are told of at a time: each telling is a transaction. */
const maxFiles = 500

export interface FolderScan {
  /** Called for each folder within. */
  onFolder?: (path: string) => void
  onChanges: (changes: FolderChanges) => void
}

/**
 * Looks at all files of a folder, and tells what differs from `known`, which it brings up to date.
 * Links to folders are not followed, so that none leads in a circle. A link that leads out of the
 * folder is told as skipped. What is in a folder that can't be listed counts as unchanged. Errors:
 * folderMissing; also for a folder that is a link by now, or is empty of all that was known of it,
 * as the place of a disk is that was taken away.
 */
export async function scanFolder(
  root: string,
  known: KnownFiles,
  { onFolder, onChanges }: FolderScan,
): Promise<void> {
  const isFirst = known.size === 0
  const seen = new Set<string>()
  const unlisted: string[] = []
  let found: FoundFile[] = []
  for await (const file of walk(root, unlisted, onFolder)) {
    seen.add(file.path)
    if (known.get(file.path) === keyOf(file)) continue
    found.push(file)
    if (!isFirst || found.length < maxFiles) continue
    tell(found, [])
    found = []
  }
  if (seen.size === 0 && known.size > 0) throw missing(root)
  const gone = [...known.keys()].filter(
    (path) => !seen.has(path) && !unlisted.some((folder) => path.startsWith(folder + sep)),
  )
  for (const part of partsOf(found, gone, known)) tell(part.found, part.gone)

  function tell(changed: readonly FoundFile[], lost: readonly string[]): void {
    for (const file of changed) known.set(file.path, keyOf(file))
    for (const path of lost) known.delete(path)
    onChanges({ found: changed, gone: lost })
  }
}

/** Cuts changes into parts. A file that moved is in the same part as the path that it left. */
function* partsOf(
  found: readonly FoundFile[],
  gone: readonly string[],
  known: KnownFiles,
): Generator<FolderChanges> {
  const byKey = Map.groupBy(gone.toReversed(), (path) => known.get(path))
  for (let at = 0; at < found.length; at += maxFiles) {
    const part = found.slice(at, at + maxFiles)
    const left = part.flatMap((file) => byKey.get(keyOf(file))?.pop() ?? [])
    yield { found: part, gone: left }
  }
  const rest = [...byKey.values()].flat()
  for (let at = 0; at < rest.length; at += maxFiles) {
    yield { found: [], gone: rest.slice(at, at + maxFiles) }
  }
}

export function keyOf({
  sizeBytes,
  changedAt,
}: Pick<FoundFile, 'sizeBytes' | 'changedAt'>): string {
  return `${String(sizeBytes)} ${String(changedAt)}`
}

async function* walk(
  root: string,
  unlisted: string[],
  onFolder: FolderScan['onFolder'],
): AsyncGenerator<FoundFile> {
  const isLink = await lstat(root).then(
    (found) => found.isSymbolicLink(),
    () => true,
  )
  if (isLink) throw missing(root)
  const realRoot = await realpath(root)
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await list(folder)
    if (!entries) {
      if (folder === root) throw missing(root)
      unlisted.push(folder)
      continue
    }
    // It may have become a link since it was found.
    const real = await realpath(folder).catch(() => '')
    if (folder !== root && !isWithin(real, realRoot)) continue
    onFolder?.(folder)
    const files: string[] = []
    for (const entry of entries) {
      // A name in another encoding than the system's comes back changed, and opens nothing.
      const name = entry.name.toString('utf8')
      const path = join(folder, name)
      if (!Buffer.from(name, 'utf8').equals(entry.name)) yield nameless(path, name)
      else if (!entry.isDirectory()) files.push(path)
      else if (!isIgnoredFolder(name)) folders.push(path)
    }
    for (let start = 0; start < files.length; start += maxLooks) {
      const looked = files.slice(start, start + maxLooks).map((path) => lookAt(path, realRoot))
      for (const file of await Promise.all(looked)) if (file) yield file
    }
  }
}

function list(folder: string) {
  return readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => undefined)
}

/** Returns a file; undefined for what is none, or is gone by now. */
async function lookAt(path: string, realRoot: string): Promise<FoundFile | undefined> {
  const name = path.slice(path.lastIndexOf(sep) + 1)
  const own = await lstat(path).catch(() => undefined)
  const isLink = own?.isSymbolicLink() ?? false
  const target = isLink ? await targetOf(path) : path
  if (!own || target === undefined) return undefined
  if (isLink && !isWithin(target, realRoot)) {
    // The root itself is read anyway.
    if (target === realRoot || isIgnoredFolder(name)) return undefined
    const file = { ...fileOf(path, name, own.mtimeMs), sizeBytes: 0 }
    return { ...file, status: { state: 'skipped', reason: 'outside' } }
  }
  const found = isLink ? await stat(target).catch(() => undefined) : own
  if (!found?.isFile()) return undefined
  const { size: sizeBytes, mtimeMs } = found
  return { ...fileOf(path, name, mtimeMs), sizeBytes, status: statusOf(name, sizeBytes) }
}

/** Returns where a link leads; undefined if nothing is there, empty if that can't be looked up. */
function targetOf(path: string): Promise<string | undefined> {
  return realpath(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR' ? undefined : ''
  })
}

function fileOf(path: string, name: string, mtimeMs: number) {
  const changedAt = Math.max(0, Math.trunc(mtimeMs))
  return { path, name, mediaType: mediaTypeOfName(name), changedAt }
}

function statusOf(name: string, sizeBytes: number): SourceState {
  if (name.startsWith('.')) return { state: 'skipped', reason: 'hidden' }
  if (isIgnoredFile(name)) return { state: 'skipped', reason: 'ignored' }
  if (sizeBytes === 0) return { state: 'skipped', reason: 'empty' }
  if (isUnreadable(name)) return { state: 'skipped', reason: 'binary' }
  if (sizeBytes > maxFileBytes) return { state: 'skipped', reason: 'tooLarge' }
  return { state: 'waiting' }
}

function nameless(path: string, name: string): FoundFile {
  const error = toWire(new AppError('unreadable', 'Its name can not be read', { subject: name }))
  const file = { path, name, mediaType: mediaTypeOfName(name), sizeBytes: 0, changedAt: 0 }
  return { ...file, status: { state: 'failed', error } }
}

function missing(path: string): AppError {
  return new AppError('folderMissing', 'The folder is not there', { subject: path })
}
