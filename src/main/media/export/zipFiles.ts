import { crc32 } from 'node:zlib'

export interface ZippedFile {
  /** A name without folders. */
  name: string
  modifiedAt: number
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const utf8Names = 0x0800
const sizesFollow = 0x0008
const version = 45
/** Values of 32-bit and 16-bit fields whose real value is in the Zip64 extra field. */
const extended = 0xffffffff
const extendedCount = 0xffff

/**
 * Yields the bytes of a zip, file by file, with nothing held but one piece. Pictures are packed
 * already, so they are stored as they are. Its records are of zip64 where sizes need it.
 */
export async function* zipFiles(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const records: Buffer[] = []
  let at = 0
  for await (const { name, modifiedAt, bytes } of files) {
    const path = Buffer.from(name)
    const time = dosTime(modifiedAt)
    const start = at
    const head = localHead(path, time)
    yield head
    let sum = 0
    let size = 0
    for await (const piece of bytes) {
      sum = crc32(piece, sum)
      size += piece.length
      yield piece
    }
    const tail = descriptor(sum, size)
    yield tail
    at += head.length + size + tail.length
    records.push(centralRecord(path, time, { sum, size, start }))
  }
  const central = Buffer.concat(records)
  yield central
  yield endRecords(records.length, central.length, at)
}

function dosTime(milliseconds: number): number {
  const date = new Date(milliseconds)
  const year = Math.max(0, date.getFullYear() - 1980)
  const day = (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  return day * 65_536 + time
}

function localHead(path: Buffer, time: number): Buffer {
  // An empty extended record announces that the sizes behind the file have 64 bits.
  const extra = extendedRecord([0n, 0n])
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(utf8Names | sizesFollow, 6)
  head.writeUInt32LE(time, 10)
  head.writeUInt32LE(extended, 18)
  head.writeUInt32LE(extended, 22)
  head.writeUInt16LE(path.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, path, extra])
}

function descriptor(sum: number, size: number): Buffer {
  const tail = Buffer.alloc(24)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(sum, 4)
  tail.writeBigUInt64LE(BigInt(size), 8)
  tail.writeBigUInt64LE(BigInt(size), 16)
  return tail
}

function centralRecord(
  path: Buffer,
  time: number,
  { sum, size, start }: { sum: number; size: number; start: number },
): Buffer {
  const extra = extendedRecord([BigInt(size), BigInt(size), BigInt(start)])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(utf8Names | sizesFollow, 8)
  record.writeUInt32LE(time, 12)
  record.writeUInt32LE(sum, 16)
  record.writeUInt32LE(extended, 20)
  record.writeUInt32LE(extended, 24)
  record.writeUInt16LE(path.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(extended, 42)
  return Buffer.concat([record, path, extra])
}

function extendedRecord(numbers: readonly bigint[]): Buffer {
  const record = Buffer.alloc(4 + numbers.length * 8)
  record.writeUInt16LE(1, 0)
  record.writeUInt16LE(numbers.length * 8, 2)
  numbers.forEach((number, index) => record.writeBigUInt64LE(number, 4 + index * 8))
  return record
}

function endRecords(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(version, 12)
  end.writeUInt16LE(version, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(start + length), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.writeUInt16LE(Math.min(count, extendedCount), 84)
  end.writeUInt16LE(Math.min(count, extendedCount), 86)
  end.writeUInt32LE(extended, 88)
  end.writeUInt32LE(extended, 92)
  return end
}
