/** Writes archives of the zip format, also such as no honest program writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content?: string | Buffer
  /** The mode of Unix, with the kind of file. */
  mode?: number
  /** Claims another size than the content has. */
  claimedSize?: number
}

export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', mode = 0o100644, claimedSize } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.byteLength, 14)
    common.writeUInt32LE(claimedSize ?? bytes.byteLength, 18)
    common.writeUInt16LE(nameBytes.byteLength, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((mode << 16) >>> 0) + 0, 6)
    tail.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, common, tail, nameBytes]))
    files.push(local)
    offset += local.byteLength
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}
