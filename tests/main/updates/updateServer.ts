import { createHash } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DebUpdater } from 'electron-updater'
import { makeUpdateKey, signChannelFile } from '../../../scripts/signUpdates.mjs'
import { readUpdateChannel } from '../../../src/main/updates/updateChannel.ts'
import { createUpdater, type UpdaterOptions } from '../../../src/main/updates/updater.ts'

export const installedVersion = '1.2.0'
export const keys = makeUpdateKey()
export const strangersKeys = makeUpdateKey()
/** The time of the tests, a day after the channel files were signed. */
export const now = Date.parse('2026-12-02T00:00:00Z')
export const dayMs = 24 * 60 * 60_000
export const signedAt = now - dayMs
export const channelPath = '/latest-linux.yml'
export const updatePath = '/parley_1.3.0_amd64.deb'
export const update = Buffer.alloc(200_000, 'an update ')

export interface ChannelFields {
  version?: string
  sha512?: string
  size?: number
  url?: string
  more?: string
}

/** Returns a channel file as electron-builder writes it, unsigned. */
export function channelText(fields: ChannelFields = {}): string {
  const { version = '1.3.0', size = update.length, url = updatePath.slice(1) } = fields
  const sha512 = fields.sha512 ?? createHash('sha512').update(update).digest('base64')
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${url}`,
    `    sha512: ${sha512}`,
    `    size: ${String(size)}`,
    'releaseNotes: |',
    '  ## Faster',
    "releaseDate: '2026-11-28T00:00:00.000Z'",
    fields.more ?? '',
  ].join('\n')
}

export function signed(
  text: string,
  {
    privateKey = keys.privateKey,
    name = channelPath.slice(1),
    at = signedAt,
  }: { privateKey?: string; name?: string; at?: number } = {},
) {
  return signChannelFile({ text, name, privateKey, now: new Date(at) })
}

/** Remembers as long as the test runs. */
export function createMemory(): UpdaterOptions['memory'] {
  const kept = new Map<string, number>()
  return {
    read: (name) => kept.get(name) ?? 0,
    write: (name, time) => void kept.set(name, time),
  }
}

/** Sends the answer to one request. */
export type Answer = (response: ServerResponse) => void

export const sends =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)
export const portal = sends('<html>Sign in</html>', 200, { 'content-type': 'text/html' })

/** Serves on loopback. The caller stops the server. */
export async function startServer(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export function stopServer(server: Server): void {
  server.closeAllConnections()
  server.close()
}

export function addressOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

/** Opens electron-updater on plain Node, as Parley of `installedVersion` in a Debian package. */
export function openUpdater(
  server: Server,
  folder: string,
  options: Partial<Pick<UpdaterOptions, 'memory' | 'now' | 'waitMs'>> = {},
) {
  const appUpdateConfigPath = join(folder, 'app-update.yml')
  writeFileSync(appUpdateConfigPath, 'updaterCacheDirName: parley-updater\n')
  const app = new DebUpdater(undefined, {
    version: installedVersion,
    name: 'parley',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  })
  const channel = readUpdateChannel({
    address: addressOf(server),
    publicKeys: [keys.publicKey],
    otherHosts: [],
  })
  if (!channel) throw new Error('There is no channel')
  return createUpdater(app, {
    channel,
    platform: 'linux',
    arch: 'x64',
    log: () => undefined,
    memory: createMemory(),
    now: () => now,
    waitMs: 400,
    retries: { max: 3, sleep: () => Promise.resolve() },
    ...options,
  })
}
