import { setTimeout as wait } from 'node:timers/promises'
import { startFakeServer } from '../fakes/fakeServer.ts'
import { makeStream, streamServices } from './streams.ts'
import type { StreamService } from './streams.ts'

/**
 * Serves streams of every service from its own process. The model `long` sends all events at once;
 * others send a short answer after a moment. The first part of the path names the service.
 */
const longEvents = Number(process.argv[2])
const firstTokenMilliseconds = 20

const streams = new Map(
  streamServices.map((service) => [
    service as string,
    { long: makeStream(service, longEvents), short: makeStream(service, 8) },
  ]),
)

const server = await startFakeServer(async ({ path, body }, response) => {
  const service = path.split('/')[1] as StreamService
  const isLong = path.includes('/long/') || JSON.stringify(body).includes('"model":"long"')
  const stream = streams.get(service)?.[isLong ? 'long' : 'short']
  if (!stream) return void response.writeHead(404).end()
  if (!isLong) await wait(firstTokenMilliseconds)
  response.writeHead(stream.status, { 'content-type': stream.contentType }).end(stream.bytes)
})
process.stdout.write(`${server.origin}\n`)
process.once('disconnect', () => process.exit())
