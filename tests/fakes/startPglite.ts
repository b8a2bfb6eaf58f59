import { createRequire } from 'node:module'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from '../../scripts/install.mjs'
import { createSerialQueue } from '../../src/shared/serialQueue.ts'

const folder = join(import.meta.dirname, 'pglite')
const sslRequest = 80_877_103

/** The part of PGlite's types that is used here. It is not installed where types are checked. */
interface Pglite {
  execProtocolRaw: (messages: Uint8Array) => Promise<Uint8Array>
  exec: (sql: string) => Promise<{ rows: Record<string, unknown>[] }[]>
  isInTransaction: () => boolean
  close: () => Promise<void>
}

export interface TestPglite {
  url: string
  /** Runs a statement and returns its rows. */
  query: (sql: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL with pgvector on 127.0.0.1: PGlite, which Debian's packages can't replace. It
 * has one session, which its connections use in turn, a transaction or a statement each.
 */
export async function startPglite(): Promise<TestPglite> {
  await ensureInstalled(folder, () => undefined)
  const { PGlite } = await load<{ PGlite: { create: (options: object) => Promise<Pglite> } }>(
    '@electric-sql/pglite',
  )
  const { vector } = await load<{ vector: unknown }>('@electric-sql/pglite-pgvector')
  const database = await PGlite.create({ extensions: { vector } })
  const inTurn = createSerialQueue()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, database, inTurn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    query: (sql) => inTurn(async () => (await database.exec(sql)).at(-1)?.rows ?? []),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await inTurn(() => database.close())
    },
  }
}

async function load<Module>(name: string): Promise<Module> {
  const require = createRequire(join(folder, 'package.json'))
  return (await import(pathToFileURL(require.resolve(name)).href)) as Module
}

/** Answers one connection. Its turn lasts until it waits for nothing and is in no transaction. */
function serve(socket: Socket, database: Pglite, inTurn: ReturnType<typeof createSerialQueue>) {
  let received = Buffer.alloc(0)
  let isStarted = false
  let isEnded = false
  let wake = (): void => undefined
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    wake()
  })
  // A client that goes away in the middle.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isEnded = true
    wake()
  })

  /** Returns all messages up to the one that asks for an answer; undefined at the end. */
  async function nextRequest(): Promise<Buffer | undefined> {
    for (let end = 0; ;) {
      const length = lengthAt(received, end, isStarted)
      if (length === undefined) {
        if (isEnded) return undefined
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      const kind = isStarted ? String.fromCharCode(received[end] ?? 0) : ''
      end += length
      if (kind === 'X') return undefined
      // A query, the end of a group of messages, or the connection's first message.
      if (!isStarted || kind === 'Q' || kind === 'S') {
        const request = received.subarray(0, end)
        received = received.subarray(end)
        return request
      }
    }
  }

  async function answer(): Promise<void> {
    let request = await nextRequest()
    while (request) {
      const first = request
      await inTurn(async () => {
        await respond(first)
        while (database.isInTransaction()) {
          const next = await nextRequest()
          if (!next) await database.exec('ROLLBACK')
          else await respond(next)
        }
      })
      request = await nextRequest()
    }
    socket.end()
  }

  async function respond(request: Buffer): Promise<void> {
    if (!isStarted && request.readInt32BE(4) === sslRequest) {
      socket.write('N')
      return
    }
    isStarted = true
    socket.write(await database.execProtocolRaw(request))
  }

  answer().catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined))
}

/** Returns the length of the message at a place; undefined if it has not come whole. */
function lengthAt(received: Buffer, at: number, isStarted: boolean): number | undefined {
  const kind = isStarted ? 1 : 0
  if (received.length < at + kind + 4) return undefined
  const length = kind + received.readInt32BE(at + kind)
  return received.length < at + length ? undefined : length
}
