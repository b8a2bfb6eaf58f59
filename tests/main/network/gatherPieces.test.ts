import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { gatherPieces } from '../../../src/main/network/gatherPieces.ts'
import { openResponse } from '../../../src/main/network/openResponse.ts'
import { startFaultyServer } from '../../fakes/faultyServer.ts'

/** Opens an answer of ten bytes, of which five come, and then nothing until `breakOff`. */
async function openHalf() {
  let breakOff: () => void = () => undefined
  const server = await startFaultyServer(({ response }) => {
    response.writeHead(200, { 'content-length': '10' }).write('12345')
    breakOff = () => response.socket?.destroySoon()
  })
  const { message } = await openResponse(new URL(server.origin), {
    signal: new AbortController().signal,
    allows: { allowsHost: () => true, allowsAddress: () => true },
  })
  return { message, breakOff: () => breakOff(), close: server.close }
}

/** A listener for errors would be told of the break. */
const closed = (message: IncomingMessage) =>
  new Promise<void>((resolve) => void message.once('close', resolve))

test('what arrived before a connection broke comes before the error', async () => {
  const { message, breakOff, close } = await openHalf()
  const next = gatherPieces(message)
  message.once('data', breakOff)
  await closed(message)
  expect(Buffer.concat(await next()).toString()).toBe('12345')
  await expect(next()).rejects.toThrow('aborted')
  await close()
})

test('a connection that broke before anybody listened is an error', async () => {
  const { message, breakOff, close } = await openHalf()
  const ended = closed(message)
  breakOff()
  await ended
  await expect(gatherPieces(message)()).rejects.toThrow('closed')
  await close()
})
