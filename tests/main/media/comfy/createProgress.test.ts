import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createProgress } from '../../../../src/main/media/comfy/createProgress.ts'
import type { ComfyPreview } from '../../../../src/main/media/comfy/readPreview.ts'
import { acceptSocket } from '../../../fakes/acceptSocket.ts'
import { pictureFrame } from '../../../fakes/comfyFrames.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'

/** Starts a WebSocket server that says these messages to whoever connects. */
async function startSocketServer(messages: readonly (string | Uint8Array)[]) {
  const sockets: Duplex[] = []
  const says: ((message: string | Uint8Array) => void)[] = []
  const paths: string[] = []
  const server = createServer()
  server.on('upgrade', (request, socket) => {
    paths.push(request.url ?? '')
    sockets.push(socket)
    const say = acceptSocket(request, socket)
    says.push(say)
    messages.forEach(say)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${String(port)}`, paths, sockets, says }
}

const step = (value: number, id: string) =>
  JSON.stringify({ type: 'progress', data: { value, max: 20, prompt_id: id } })
const nothing = { preview: () => undefined }

test('the steps of a prompt are its progress, and those of another are not', async () => {
  const said = ['{"type": "status", "data": {}}', step(5, 'a'), '"nonsense"', step(19, 'b')]
  const { address, paths, sockets } = await startSocketServer(said)
  const progress = createProgress(nothing)
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
  const progress = createProgress(nothing)
  const prompt = { address, id: 'a', clientId: 'a' }
  while (progress.of(prompt) === null) await new Promise(setImmediate)
  sockets[0]?.destroy()
  while (paths.length < 2) {
    progress.of(prompt)
    await new Promise(setImmediate)
  }
  progress.forget('a')
})

test('of many pictures the latest is shown after each pause, and none after the end', async () => {
  const pictures = await Promise.all([1, 2, 3, 4].map((red) => flatPng(4, 4, [red, 0, 0, 255])))
  const { address, says } = await startSocketServer([])
  const shown: [string, ComfyPreview][] = []
  const pauses: (() => void)[] = []
  const progress = createProgress({
    preview: (id, picture) => shown.push([id, picture]),
    pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
  })
  const prompt = { address, id: 'a', clientId: 'a' }
  /** Sends pictures, and then a step, which arrives behind them. */
  const send = async (numbers: readonly number[], value: number): Promise<void> => {
    progress.of(prompt)
    while (!says[0]) await new Promise(setImmediate)
    for (const number of numbers) says[0](pictureFrame(pictures[number]!))
    says[0](step(value, 'a'))
    while (progress.of(prompt) !== value / 20) await new Promise(setImmediate)
  }
  const bytesShown = () => shown.map(([id, { bytes }]) => [id, Buffer.from(bytes)])
  await send([0, 1, 2], 1)
  expect(bytesShown()).toEqual([['a', Buffer.from(pictures[0]!)]])
  pauses[0]?.()
  while (shown.length < 2) await new Promise(setImmediate)
  expect(bytesShown()[1]).toEqual(['a', Buffer.from(pictures[2]!)])
  await send([3], 2)
  progress.forget('a')
  pauses[1]?.()
  await new Promise(setImmediate)
  expect(shown).toHaveLength(2)
})
