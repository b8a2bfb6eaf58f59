import { closeSync, openSync, readSync } from 'node:fs'

/** The first bytes of a database file: https://sqlite.org/fileformat.html#the_database_header */
const headerBytes = 100
const magic = 'SQLite format 3\0'
const pageSizeOffset = 16
const pageCountOffset = 28
const userVersionOffset = 60

export interface FileHeader {
  /** `PRAGMA user_version`: the number of migrations that the file has been through. */
  version: number
  /** What the file should measure, in bytes. */
  size: number
}

/** Reads the header without SQLite, so that nothing is touched; undefined where there is none. */
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
  // The value 1 stands for 65,536, which two bytes can't hold.
  const pageBytes = pageSize === 1 ? 65_536 : pageSize
  return {
    version: bytes.readUInt32BE(userVersionOffset),
    size: bytes.readUInt32BE(pageCountOffset) * pageBytes,
  }
}
