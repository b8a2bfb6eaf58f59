import type { Entry } from 'yauzl'
import { entryError, wholeBundle } from './serverEntry.ts'

export type BundleEntry = Entry

const limits = {
  entries: 20_000,
  bytes: 1_000_000_000,
  nameLength: 300,
  depth: 40,
  /** Highest ratio that deflate reaches for text; only a zip bomb has more. */
  ratio: 250,
  /** Below this size no ratio matters. */
  smallBytes: 10_000_000,
}
const fileTypeMask = 0o170000
const regularFile = 0o100000
const directory = 0o040000
/** Names that mean a device on Windows, whatever their ending. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i

export const isDirectory = ({ fileName }: BundleEntry): boolean => fileName.endsWith('/')

/** Refuses a bundle that is anything but plain files under plain names. */
export function assertEntries(entries: readonly BundleEntry[]): void {
  if (entries.length > limits.entries) throw entryError(wholeBundle, 'It has too many files')
  const seen = new Set<string>()
  const files = new Set<string>()
  let bytes = 0
  let compressed = 0
  for (const entry of entries) {
    assertName(entry)
    assertKind(entry)
    // Some systems take names for the same that differ in case or in how letters are composed.
    const name = entry.fileName.replace(/\/$/, '').normalize('NFC').toLowerCase()
    if (seen.has(name)) throw entryError(entry.fileName, 'Two files have this name')
    seen.add(name)
    if (!isDirectory(entry)) files.add(name)
    bytes += entry.uncompressedSize
    compressed += entry.compressedSize
  }
  for (const name of seen) {
    const parents = name.split('/').slice(0, -1)
    for (let n = 1; n <= parents.length; n++) {
      const parent = parents.slice(0, n).join('/')
      if (files.has(parent)) throw entryError(name, 'It lies in a file')
    }
  }
  if (bytes > limits.bytes) throw entryError(wholeBundle, 'It is too large')
  if (bytes > limits.smallBytes && bytes > compressed * limits.ratio) {
    throw entryError(wholeBundle, 'Its files are far larger than it')
  }
}

function assertName({ fileName }: BundleEntry): void {
  const parts = fileName.replace(/\/$/, '').split('/')
  const isPlain =
    fileName.length <= limits.nameLength &&
    parts.length <= limits.depth &&
    !/[\p{Cc}\\:*?"<>|]/u.test(fileName) &&
    parts.every((part) => part !== '' && !/^\.{1,2}$|[. ]$/.test(part) && !deviceName.test(part))
  if (!isPlain) throw entryError(fileName, 'This name is not allowed')
}

/** A link, a device or an encrypted file is none that a bundle needs. */
function assertKind(entry: BundleEntry): void {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
  const isPlain = type === 0 || type === (isDirectory(entry) ? directory : regularFile)
  if (!isPlain) throw entryError(entry.fileName, 'It is no plain file')
  if (entry.isEncrypted()) throw entryError(entry.fileName, 'It is encrypted')
}
