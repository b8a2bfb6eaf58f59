/** A registry of npm with packages made of the texts given. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FakePackage {
  name: string
  version: string
  /** Fields of its package.json besides name and version. */
  manifest?: Record<string, unknown>
  files: Record<string, string>
}

export interface FakeRegistry {
  url: string
  requests: string[]
  close: () => Promise<void>
}

export async function startFakeRegistry(packages: readonly FakePackage[]): Promise<FakeRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-registry-'))
  const archives = new Map<string, Buffer>()
  for (const one of packages) archives.set(archiveName(one), await archive(one, folder))
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    requests.push(path)
    const bytes = archives.get(path.slice(path.lastIndexOf('/') + 1))
    if (bytes) return void response.end(bytes)
    const versions = packages.filter(({ name }) => path === `/${name}`)
    if (versions.length === 0) return void response.writeHead(404).end('{}')
    const { port } = server.address() as AddressInfo
    const described = versions.map((one) => {
      const file = archiveName(one)
      const integrity = createHash('sha512')
        .update(archives.get(file) ?? '')
        .digest('base64')
      const tarball = `http://127.0.0.1:${String(port)}/-/${file}`
      const { name, version, manifest } = one
      const dist = { tarball, integrity: `sha512-${integrity}` }
      return [version, { name, version, ...manifest, dist }] as const
    })
    const latest = described.at(-1)?.[0]
    const body = {
      name: path.slice(1),
      'dist-tags': { latest },
      versions: Object.fromEntries(described),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const archiveName = ({ name, version }: FakePackage): string =>
  `${name.replace(/[@/]/g, '_')}-${version}.tgz`

async function archive(one: FakePackage, folder: string): Promise<Buffer> {
  const { name, version, manifest, files } = one
  const root = join(folder, archiveName(one), 'package')
  const all = { ...files, 'package.json': JSON.stringify({ name, version, ...manifest }) }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const file = join(folder, `${archiveName(one)}.out`)
  await run('tar', ['-czf', file, '-C', dirname(root), 'package'])
  return readFile(file)
}
