import { expect, onTestFinished, test } from 'vitest'
import { createFalApi } from '../../../../../src/main/media/fal/falApi.ts'
import { createRealtimeConnection } from '../../../../../src/main/media/fal/realtime/createRealtimeConnection.ts'
import {
  createOpenRealtimeSocket,
  realtimeAddress,
} from '../../../../../src/main/media/fal/realtime/openRealtimeSocket.ts'
import { createTransport } from '../../../../../src/main/providers/transport/transport.ts'
import type { AppError } from '../../../../../src/shared/errors.ts'
import { startFakeFal } from '../../../../fakes/fakeFal.ts'
import type { FalRealtimeScript, RealtimePeer } from '../../../../fakes/fakeFalRealtime.ts'
import { createVirtualTime } from '../../../../fakes/virtualTime.ts'

/** Connects to a fake application, and notes all that the connection says. */
async function openConnection(realtime: FalRealtimeScript = {}, id = 'fal-ai/painter/live') {
  const fal = await startFakeFal({ realtime })
  const time = createVirtualTime()
  const account = { id: 'fal', name: 'fal', baseUrl: fal.origin, key: async () => 'fal-key' }
  const api = createFalApi(account, { fetch: createTransport(), redact: (text) => text })
  const states: string[] = []
  const results: [unknown, unknown][] = []
  const errors: AppError[] = []
  let notify = (): void => undefined
  const noted = <Given extends unknown[]>(note: (...given: Given) => void) => {
    return (...given: Given): void => {
      note(...given)
      notify()
    }
  }
  const connection = createRealtimeConnection<{ n: number }>({
    ...{ api, provider: 'fal', endpoint: id, toPayload: (input) => input },
    ...{ openSocket: createOpenRealtimeSocket(undefined) },
    delay: time.delay,
    onState: noted((state) => void states.push(state)),
    onSent: () => undefined,
    onResult: noted((result, input) => void results.push([result['n'] ?? result['seed'], input.n])),
    onError: noted((error) => void errors.push(error)),
  })
  onTestFinished(async () => {
    await connection.close()
    await fal.close()
  })
  /** Resolves once something holds, which is looked at whenever the connection says anything. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (notify = resolve))
  }
  return { fal, time, connection, states, results, errors, until }
}

const numbers = (inputs: readonly Record<string, unknown>[]) => inputs.map(({ n }) => n)

test('an input connects with a token of its application, and its answer comes back', async () => {
  const { fal, connection, states, results, until } = await openConnection()
  connection.send({ n: 1 })
  await until(() => results.length === 1)
  expect(results).toEqual([[7, 1]])
  expect(states).toEqual(['authenticating', 'connecting', 'active'])
  expect(fal.realtime.tokens).toEqual([{ allowed_apps: ['painter'], token_expiration: 120 }])
  const [peer] = fal.realtime.peers
  expect(peer?.path).toBe('/run/fal-ai/painter/live/realtime')
  expect(peer?.query.get('max_buffering')).toBe('2')
  expect(peer?.query.get('fal_jwt_token')).toBeTruthy()
})

test('each connection requests a token when it begins, and an open one requests no other', async () => {
  const { fal, time, connection, states, results, until } = await openConnection()
  connection.send({ n: 1 })
  await until(() => results.length === 1)
  // A token ends after 120 seconds.
  await time.pass(1_000_000)
  expect(fal.realtime.tokens).toHaveLength(1)
  fal.realtime.peers[0]?.say({ type: 'x-fal-error', error: 'TIMEOUT' })
  fal.realtime.peers[0]?.close(1011)
  await until(() => states.at(-1) === 'idle')
  await time.pass(1_000_000)
  expect(fal.realtime.tokens).toHaveLength(1)
  connection.send({ n: 2 })
  await until(() => results.length === 2)
  expect(fal.realtime.tokens).toHaveLength(2)
  const [first, second] = fal.realtime.peers.map(({ query }) => query.get('fal_jwt_token'))
  expect(second).not.toBe(first)
})

test.each([
  ['fal-ai/flux-2/klein/realtime', '/fal-ai/flux-2/klein/realtime'],
  ['workflows/owner/flow', '/workflows/owner/flow/realtime'],
])('the address of %s', (endpoint, path) => {
  const address = realtimeAddress('https://fal.run', endpoint, { token: 'a b', buffering: 60 })
  expect(address).toBe(`wss://fal.run${path}?fal_jwt_token=a+b&max_buffering=60`)
})

test.each([0, 61, 1.5, Number.NaN])('a buffering of %d is refused', (buffering) => {
  const address = () => realtimeAddress('https://fal.run', 'a/b', { token: 'a', buffering })
  expect(address).toThrow('1 to 60')
})

test('one input is in flight and the newest waits; those in between are not sent', async () => {
  const peers: RealtimePeer[] = []
  const { fal, time, connection, results, until } = await openConnection({
    answer: (peer) => void peers.push(peer),
  })
  for (const n of [1, 2, 3]) connection.send({ n })
  while (peers.length < 1) await new Promise(setImmediate)
  for (const n of [4, 5]) connection.send({ n })
  await time.pass(1000)
  expect(numbers(fal.realtime.inputs)).toEqual([3])
  peers[0]?.say({ n: 'of 3' })
  await until(() => results.length === 1)
  while (peers.length < 2) await new Promise(setImmediate)
  expect(numbers(fal.realtime.inputs)).toEqual([3, 5])
  peers[1]?.say({ n: 'of 5' }, 'text')
  await until(() => results.length === 2)
  expect(results).toEqual([
    ['of 3', 3],
    ['of 5', 5],
  ])
})

test('at least 128 ms lie between two inputs', async () => {
  const { fal, time, connection, results, until } = await openConnection()
  connection.send({ n: 1 })
  await until(() => results.length === 1)
  connection.send({ n: 2 })
  await time.pass(127)
  expect(fal.realtime.inputs).toHaveLength(1)
  await time.pass(1)
  await until(() => results.length === 2)
  expect(fal.realtime.inputs).toHaveLength(2)
})

test('an input that is never answered makes room for the next after 30 seconds', async () => {
  const { fal, time, connection } = await openConnection({ answer: () => undefined })
  connection.send({ n: 1 })
  while (fal.realtime.inputs.length < 1) await new Promise(setImmediate)
  connection.send({ n: 2 })
  await time.pass(29_999)
  expect(fal.realtime.inputs).toHaveLength(1)
  await time.pass(1)
  while (fal.realtime.inputs.length < 2) await new Promise(setImmediate)
})

test('after the end nothing is sent or heard, and the socket is closed with 1000', async () => {
  const peers: RealtimePeer[] = []
  const { fal, time, connection, states, results, errors } = await openConnection({
    answer: (peer) => void peers.push(peer),
  })
  connection.send({ n: 1 })
  while (peers.length < 1) await new Promise(setImmediate)
  connection.send({ n: 2 })
  const closed = connection.close()
  peers[0]?.say({ n: 'late' })
  connection.send({ n: 3 })
  const statesBefore = [...states]
  await closed
  expect(await peers[0]?.closed).toBe(1000)
  await time.pass(1_000_000)
  expect(fal.realtime.inputs).toHaveLength(1)
  expect(fal.realtime.peers).toHaveLength(1)
  expect([results, errors]).toEqual([[], []])
  expect(states).toEqual(statesBefore)
})

test('an end while it connects sends nothing', async () => {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const { fal, connection, errors } = await openConnection({ beforeToken: () => held })
  connection.send({ n: 1 })
  while (fal.realtime.tokens.length < 1) await new Promise(setImmediate)
  await connection.close()
  resolve()
  await new Promise(setImmediate)
  expect(fal.realtime.peers).toEqual([])
  expect(errors).toEqual([])
})

test.each([
  ['its pause', { status: 'error', error: 'no inputs, reconnect when needed!' }],
  ['its idleness', { type: 'x-fal-error', error: 'TIMEOUT', reason: 'Nothing came' }],
])(
  'an application that says %s and closes is no fault: the next input connects',
  async (_, said) => {
    const { fal, time, connection, states, results, errors, until } = await openConnection()
    connection.send({ n: 1 })
    await until(() => results.length === 1)
    fal.realtime.peers[0]?.say(said)
    fal.realtime.peers[0]?.close(1011)
    await until(() => states.at(-1) === 'idle')
    await time.pass(128)
    connection.send({ n: 2 })
    await until(() => results.length === 2)
    expect(errors).toEqual([])
    expect(fal.realtime.tokens).toHaveLength(2)
  },
)

test.each([
  [{ type: 'x-fal-error', error: 'BAD', reason: 'Wrong size' }, 'BAD: Wrong size'],
  [{ status: 'error', error: 'Out of memory' }, 'Out of memory'],
])('%j is told, and the next input goes on', async (said, answer) => {
  const { time, connection, results, errors, until } = await openConnection({
    answer: (peer, { n }) => peer.say(n === 1 ? said : { n }),
  })
  connection.send({ n: 1 })
  await until(() => errors.length === 1)
  expect(errors[0]).toMatchObject({ code: 'unprocessable', details: { answer, provider: 'fal' } })
  await time.pass(128)
  connection.send({ n: 2 })
  await until(() => results.length === 1)
})

test('a message of the service is no answer', async () => {
  const { connection, results, until } = await openConnection({
    answer(peer) {
      peer.say({ type: 'x-fal-message', message: 'Busy' })
      peer.say({ n: 'it' })
    },
  })
  connection.send({ n: 1 })
  await until(() => results.length === 1)
  expect(results).toEqual([['it', 1]])
})

test('bytes that mean nothing are told', async () => {
  const { connection, errors, until } = await openConnection({
    answer: (peer) => peer.sayRaw(new Uint8Array([0xc1, 0xff])),
  })
  connection.send({ n: 1 })
  await until(() => errors.length === 1)
  expect(errors[0]?.code).toBe('malformedAnswer')
})

test('a token that is refused is replaced, and the input sent again, once', async () => {
  let refusals = 0
  const { fal, time, connection, states, results, errors, until } = await openConnection({
    isRefused: () => refusals++ < 1,
  })
  connection.send({ n: 1 })
  await until(() => states.at(-1) === 'idle')
  await time.pass(128)
  await until(() => results.length === 1)
  expect(fal.realtime.tokens).toHaveLength(2)
  expect(numbers(fal.realtime.inputs)).toEqual([1, 1])
  expect(errors).toEqual([])
})

test('a second refusal is told, and nothing is tried again by itself', async () => {
  const { fal, time, connection, states, errors, until } = await openConnection({
    isRefused: () => true,
  })
  connection.send({ n: 1 })
  await until(() => states.at(-1) === 'idle')
  await time.pass(128)
  await until(() => errors.length === 1)
  expect(errors[0]?.code).toBe('keyRefused')
  await time.pass(1_000_000)
  expect(fal.realtime.peers).toHaveLength(2)
})

test('a connection that breaks is told with its code; the waiting input goes on after a second', async () => {
  const { fal, time, connection, results, errors, until } = await openConnection({
    answer: (peer, { n }) => n !== 2 && peer.say({ n }),
  })
  connection.send({ n: 1 })
  await until(() => results.length === 1)
  await time.pass(128)
  connection.send({ n: 2 })
  while (fal.realtime.inputs.length < 2) await new Promise(setImmediate)
  connection.send({ n: 3 })
  fal.realtime.peers[0]?.close(1011)
  await until(() => errors.length === 1)
  expect(errors[0]).toMatchObject({ code: 'sketchDisconnected', details: { status: 1011 } })
  await time.pass(999)
  expect(fal.realtime.peers).toHaveLength(1)
  await time.pass(1)
  await until(() => results.length === 2)
  expect(numbers(fal.realtime.inputs)).toEqual([1, 2, 3])
})

test('what can not connect is told, and tried again with the next input alone', async () => {
  const { fal, time, connection, results, errors, until } = await openConnection({
    handshakes: [503],
    tokens: [200, 429],
  })
  connection.send({ n: 1 })
  await until(() => errors.length === 1)
  await time.pass(60_000)
  expect(fal.realtime.tokens).toHaveLength(1)
  connection.send({ n: 2 })
  await until(() => errors.length === 2)
  await time.pass(60_000)
  connection.send({ n: 3 })
  await until(() => results.length === 1)
  expect(errors.map(({ code }) => code)).toEqual(['overloaded', 'rateLimited'])
  expect(numbers(fal.realtime.inputs)).toEqual([3])
})
