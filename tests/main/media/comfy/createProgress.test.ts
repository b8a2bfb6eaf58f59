import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createProgress } from '../../../../src/main/media/comfy/createProgress.ts'

/** Starts a WebSocket server that says these messages to whoever connects. */
async function startSocketServer(messages: readonly unknown[]) {
  const sockets: Duplex[] = []
  const paths: string[] = []
  const server = createServer()
  server.on('upgrade', ({ url = '', headers }, socket) => {
    paths.push(url)
    sockets.push(socket)
    socket.on('error', () => undefined)
    const key = `${String(headers['sec-websocket-key'])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    for (const message of messages) {
      const text = Buffer.from(JSON.stringify(message))
      socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${String(port)}`, paths, sockets }
}

const step = (value: number, id: string) => ({
  type: 'progress',
  data: { value, max: 20, prompt_id: id },
})

test('the steps of a prompt are its progress, and those of another are not', async () => {
  const said = [{ type: 'status', data: {} }, step(5, 'a'), 'nonsense', step(19, 'b')]
  const { address, paths, sockets } = await startSocketServer(said)
  const progress = createProgress()
  const prompt = { address, id: 'a', clientId: 'c d' }
  expect(progress.of(prompt)).toBeNull()
  while (progress.of(prompt) === null) await new Promise(setImmediate)
  expect(progress.of(prompt)).toBe(0.25)
  expect(paths).toEqual(['/ws?clientId=c%20d'])
  const heard = new Promise<Buffer>((resolve) => sockets[0]?.once('data', resolve))
  progress.forget('a')
  // The frame that closes.
  expect((await heard)[0]).toBe(0x88)
})

test('a server that breaks off is listened to anew', async () => {
  const { address, paths, sockets } = await startSocketServer([step(5, 'a')])
  const progress = createProgress()
  const prompt = { address, id: 'a', clientId: 'a' }
  while (progress.of(prompt) === null) await new Promise(setImmediate)
  sockets[0]?.destroy()
  while (paths.length < 2) {
    progress.of(prompt)
    await new Promise(setImmediate)
  }
  progress.forget('a')
})
