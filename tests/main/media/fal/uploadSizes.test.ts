import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { createFalApi } from '../../../../src/main/media/fal/falApi.ts'
import { createFalUploads } from '../../../../src/main/media/fal/falUploads.ts'
import { createUploadTable } from '../../../../src/main/media/uploads/uploadTable.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { sendJson } from '../../../fakes/fakeServer.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

/** Starts a storage that counts the bytes of each request and keeps none: they are many. */
async function startStorage() {
  const seen: { to: string; bytes: number }[] = []
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', origin)
    let bytes = 0
    for await (const piece of request) bytes += (piece as Buffer).length
    const part = Number(/^\/put\/(\d+)$/.exec(pathname)?.[1])
    if (pathname.startsWith('/put')) seen.push({ to: pathname, bytes })
    if (part) sendJson(response, 200, { partNumber: part, etag: 'e' })
    else sendJson(response, 200, { file_url: `${origin}/file`, upload_url: `${origin}/put` })
  }
  return { seen, origin }
}

/** Uploads a file of so many bytes; returns what the storage has seen. */
async function upload(sizeBytes: number) {
  const { seen, origin } = await startStorage()
  const folder = temporaryFolder()
  const path = join(folder, 'film.mp4')
  writeFileSync(path, '')
  // A hole takes no room on the disk.
  truncateSync(path, sizeBytes)
  const database = openDatabase({ path: join(folder, 'history.sqlite'), migrations })
  onTestFinished(() => database.close())
  const sending = { fetch: createTransport(), redact: (text: string) => text }
  const account = { id: 'fal', name: 'fal', baseUrl: origin, key: async () => 'fal-key' }
  const uploads = createFalUploads({ table: () => createUploadTable(database), ...sending })
  await uploads.upload(
    createFalApi(account, sending),
    account,
    { id: 'film', name: 'film.mp4', mediaType: 'video/mp4', sizeBytes, path },
    new AbortController().signal,
  )
  return seen
}

test('a file of 90 MB goes whole, and a byte more goes in parts of 10 MB', async () => {
  expect(await upload(94_371_840)).toEqual([{ to: '/put', bytes: 94_371_840 }])
  const parts = await upload(94_371_841)
  expect(parts.slice(0, -1).map(({ bytes }) => bytes)).toEqual([
    ...Array.from({ length: 9 }, () => 10_485_760),
    1,
  ])
  expect(parts.at(-1)?.to).toBe('/put/complete')
})
