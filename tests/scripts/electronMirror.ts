import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { electronVersion } from '../../scripts/electronBinary.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder } from './temporaryFolder.ts'

export interface Mirror {
  env: NodeJS.ProcessEnv
  /** The paths asked for so far. */
  asked: string[]
}

/** A place to download Electron from, on loopback. */
export async function startMirror(answer: RequestListener): Promise<Mirror> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { PATH, HOME } = process.env
  return {
    asked,
    env: {
      PATH,
      HOME,
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
      electron_config_cache: temporaryFolder(),
    },
  }
}

/** A tree whose electron package is the real one without its binary, and what its archive holds. */
export function treeWithoutElectron(archive: Buffer): string {
  const root = temporaryFolder()
  const modules = join(projectRoot, 'node_modules')
  const electron = join(root, 'node_modules', 'electron')
  mkdirSync(electron, { recursive: true })
  for (const file of ['package.json', 'install.js']) {
    cpSync(join(modules, 'electron', file), join(electron, file))
  }
  for (const name of ['@electron', '@electron-internal']) {
    symlinkSync(join(modules, name), join(root, 'node_modules', name))
  }
  const name = `electron-v${electronVersion(root)}-${process.platform}-${process.arch}.zip`
  const checksum = createHash('sha256').update(archive).digest('hex')
  writeFileSync(join(electron, 'checksums.json'), JSON.stringify({ [name]: checksum }))
  return root
}

/** A zip archive of executables, stored without compression. */
export function zip(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, content]) => ({
    name: Buffer.from(name),
    content: Buffer.from(content),
  }))
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(0o100755 * 0x10000, 6)
    rest.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, content])
    locals.push(local)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, name)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])
}
