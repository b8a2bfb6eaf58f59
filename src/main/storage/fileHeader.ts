import { closeSync, openSync, readSync } from 'node:fs'

/** The header of a database file: https://sqlite.org/fileformat.html#the_database_header */
const headerBytes = 100
const magic = 'SQLite format 3\0'
const pageSizeOffset = 16
const pageCountOffset = 28
const userVersionOffset = 60

export interface FileHeader {
  /** `PRAGMA user_version`: the number of migrations applied to the file. */
  version: number
  /** The expected size of the file in bytes. */
  size: number
}

/** Reads the header without SQLite, so that nothing is changed; undefined if there is none. */
export function readFileHeader(path: string): FileHeader | undefined {
  const bytes = Buffer.alloc(headerBytes)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, bytes, 0, headerBytes, 0) < headerBytes) return undefined
  } finally {
    closeSync(file)
  }
  if (bytes.toString('latin1', 0, magic.length) !== magic) return undefined
  const pageSize = bytes.readUInt16BE(pageSizeOffset)
  // The value 1 means 65,536, which does not fit in two bytes.
  const pageBytes = pageSize === 1 ? 65_536 : pageSize
  return {
    version: bytes.readUInt32BE(userVersionOffset),
    size: bytes.readUInt32BE(pageCountOffset) * pageBytes,
  }
}
