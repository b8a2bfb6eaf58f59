import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { parseJson } from '../../../shared/json.ts'
import { assertEntries, isDirectory, type BundleEntry } from './bundleEntries.ts'
import { readBundleManifest } from './readBundleManifest.ts'
import { entryError, wholeBundle, type ServerEntry } from './serverEntry.ts'

export interface OpenBundle {
  entry: ServerEntry
  /** SHA-256 of the file, in hex. */
  sha256: string
  /** The folder with its files. */
  directory: string
}

const manifestName = 'manifest.json'
const maxManifestBytes = 1_000_000

/**
 * Unpacks a bundle (.mcpb) into a folder named after its hash, and returns the server that it
 * describes. Runs nothing of it. A bundle with anything but plain files and folders in it, with
 * names that lead elsewhere, or that is far larger than its file, is refused as a whole. Errors:
 * pluginManifestInvalid.
 */
export async function openBundle(bytes: Uint8Array, folder: string): Promise<OpenBundle> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const directory = join(folder, sha256)
  const archive = await openArchive(Buffer.from(withoutSignature(bytes)))
  try {
    const entries = await readEntries(archive)
    assertEntries(entries)
    const manifest = entries.find(({ fileName }) => fileName === manifestName)
    if (!manifest) throw entryError(manifestName, 'It is missing')
    if (manifest.uncompressedSize > maxManifestBytes) {
      throw entryError(manifestName, 'It is too large')
    }
    const text = await readText(await archive.openReadStreamPromise(manifest))
    const entry = readBundleManifest(parseJson(text), sha256)
    if (!(await exists(directory))) await unpack(archive, entries, directory)
    return { entry, sha256, directory }
  } finally {
    archive.close()
  }
}

/** A signature behind the archive's end would make it unreadable. Nothing is trusted for it. */
function withoutSignature(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = Buffer.from('MCPB_SIG_END')
  if (!buffer.subarray(-end.byteLength).equals(end)) return bytes
  const start = buffer.lastIndexOf('MCPB_SIG_V1')
  return start < 0 ? bytes : buffer.subarray(0, start)
}

async function openArchive(bytes: Buffer): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true })
  } catch (error) {
    throw unreadable(error)
  }
}

async function readEntries(archive: yauzl.ZipFile): Promise<BundleEntry[]> {
  const entries: BundleEntry[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      entries.push(entry)
      if (entries.length > 20_000) break
    }
  } catch (error) {
    throw unreadable(error)
  }
  return entries
}

async function unpack(
  archive: yauzl.ZipFile,
  entries: readonly BundleEntry[],
  directory: string,
): Promise<void> {
  const unfinished = `${directory}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  try {
    for (const entry of entries) {
      const path = join(unfinished, entry.fileName)
      if (isDirectory(entry)) {
        await mkdir(path, { recursive: true })
        continue
      }
      await mkdir(dirname(path), { recursive: true })
      // A file that is there already is a second one of this name.
      const file = createWriteStream(path, { flags: 'wx' })
      await pipeline(await archive.openReadStreamPromise(entry), file)
      if (isExecutable(entry)) await chmod(path, 0o700)
    }
    await rename(unfinished, directory)
  } catch (error) {
    throw unreadable(error)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

const isExecutable = (entry: BundleEntry): boolean =>
  ((entry.externalFileAttributes >>> 16) & 0o100) !== 0

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  } catch (error) {
    throw unreadable(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

function unreadable(error: unknown): Error {
  const reason = error instanceof Error ? error.message : 'It can not be read'
  return entryError(wholeBundle, reason)
}
