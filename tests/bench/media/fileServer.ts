/**
 * Speaks the protocol of fal's storage and counts the bytes that come, without keeping them; and
 * serves a video of any length: `/video?bytes=500000000`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendJson, write } from '../../fakes/fakeServer.ts'

const block = Buffer.alloc(256 * 1024, 7)
/** By these bytes a file is known as MP4. */
const videoHead = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
let received = 0
let origin = ''

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error))
  })
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://files')
  if (path === '/video') return sendVideo(response, Number(searchParams.get('bytes')))
  for await (const piece of request) received += (piece as Buffer).length
  if (path.startsWith('/rest/storage/upload/initiate')) {
    received = 0
    return sendJson(response, 200, { file_url: `${origin}/file`, upload_url: `${origin}/put?s=1` })
  }
  if (path === '/received') return sendJson(response, 200, received)
  const partNumber = Number(/^\/put\/(\d+)$/.exec(path)?.[1] ?? 0)
  sendJson(response, 200, { partNumber, etag: `"${String(partNumber)}"` })
}

async function sendVideo(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes })
  await write(response, videoHead)
  for (let left = bytes - videoHead.length; left > 0 && !response.destroyed; left -= block.length) {
    await write(response, block.subarray(0, left))
  }
  response.end()
}

server.listen(0, '127.0.0.1', () => {
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  process.stdout.write(`${origin}\n`)
})
process.once('disconnect', () => process.exit())
