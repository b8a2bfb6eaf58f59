import { afterEach, expect, test } from 'vitest'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { secretIdOf } from '../../../../src/main/secrets/secretId.ts'
import { ask, collect } from '../collect.ts'
import { openProviders } from '../openProviders.ts'
import { startKeyServer } from './keyServer.ts'
import type { KeyAnswer } from './keyServer.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const good: KeyAnswer = { status: 200 }
const limited: KeyAnswer = { status: 429, headers: { 'retry-after': '40' } }

/** Opens a provider with as many keys as there are answers, by name. */
async function open(answers: Record<string, KeyAnswer>) {
  const server = await startKeyServer(answers)
  closers.push(() => server.close())
  const opened = openProviders()
  const { providers, setKey } = opened
  await providers.add({ presetId: null, baseUrl: server.origin })
  for (const [index, key] of Object.keys(answers).entries()) {
    const keyId = index === 0 ? 'first' : providers.addKey('custom')
    await setKey('custom', key, keyId)
  }
  const reply = async () => collect(await providers.lookup('custom'), ask('Hi'))
  const conditions = async () =>
    (await providers.list()).at(-1)?.keys.map(({ condition }) => condition)
  return { ...opened, server, reply, conditions }
}

function warningsOf(events: readonly ReplyEvent[]) {
  return events.flatMap((event) => (event.type === 'warning' ? [event.warning] : []))
}

test.each([
  ['refused', { status: 401 }],
  ['denied', { status: 403 }],
  ['limited', limited],
  ['exhausted', { status: 402 }],
] as const)('a key that is %s makes room for the next one', async (condition, answer) => {
  const { reply, conditions, server, providers } = await open({
    'key-one': answer,
    'key-two': good,
  })
  const first = await reply()
  expect(first.text).toBe('From key-two')
  expect(warningsOf(first.events)).toEqual([{ code: 'otherKey', subject: '2' }])
  expect(await conditions()).toEqual([condition, 'good'])
  const second = await reply()
  expect(second.text).toBe('From key-two')
  expect(warningsOf(second.events)).toEqual([])
  // The first key is neither waited for nor used again.
  expect(server.used).toEqual(['key-one', 'key-two', 'key-two'])
  const { until } = (await providers.list()).at(-1)?.keys[0] ?? {}
  if (condition === 'limited') expect(until).toBeGreaterThan(Date.now() + 30_000)
  else expect(until).toBeNull()
})

test('other failures are of no key, and no other key is asked', async () => {
  const { reply, server, conditions } = await open({
    'key-one': { status: 400, message: 'What?' },
    'key-two': good,
  })
  expect((await reply()).error?.code).toBe('badRequest')
  expect(server.used).toEqual(['key-one'])
  expect(await conditions()).toEqual(['untried', 'untried'])
})

test('where every key fails, the failure is told that may be over first', async () => {
  const { reply, server } = await open({
    'key-one': { status: 401 },
    'key-two': { status: 429, headers: { 'retry-after': '90' } },
    'key-three': { status: 429, headers: { 'retry-after': '70' } },
  })
  const { error } = await reply()
  expect(error?.code).toBe('rateLimited')
  expect(error?.details.retryAfterSeconds).toBeGreaterThan(65)
  expect(error?.details.retryAfterSeconds).toBeLessThanOrEqual(70)
  expect(server.used).toEqual(['key-one', 'key-two', 'key-three'])
})

test('a refused key is asked again where there is no other, when set anew, and when checked', async () => {
  const { reply, server, setKey, providers, conditions } = await open({
    'key-one': { status: 401 },
    'key-two': { status: 401 },
  })
  expect((await reply()).error?.code).toBe('keyRefused')
  expect((await reply()).error?.code).toBe('keyRefused')
  expect(server.used).toEqual(['key-one', 'key-two', 'key-one', 'key-two'])
  server.answers['key-new'] = good
  await setKey('custom', 'key-new')
  expect(await conditions()).toEqual(['untried', 'refused'])
  expect((await reply()).text).toBe('From key-new')
  server.answers['key-two'] = good
  await providers.check('custom')
  expect(await conditions()).toEqual(['good', 'untried'])
})

test('lists use the same choice', async () => {
  const { providers, conditions } = await open({ 'key-one': { status: 401 }, 'key-two': good })
  expect(await providers.check('custom')).toMatchObject({ models: 1 })
  expect(await conditions()).toEqual(['refused', 'good'])
})

test('an only key is asked each time, whatever it said before', async () => {
  const { reply, server } = await open({
    'key-one': { ...limited, headers: { 'retry-after': '99' } },
  })
  const first = await reply()
  expect(first.error).toMatchObject({ code: 'rateLimited', details: { retryAfterSeconds: 99 } })
  server.answers['key-one'] = good
  expect((await reply()).text).toBe('From key-one')
})

test('keys come and go, and at most ten of them', async () => {
  const { providers, secrets } = await open({ 'key-one': good, 'key-two': good })
  const [, second] = (await providers.list()).at(-1)?.keys ?? []
  expect(second?.source).toBe('session')
  await providers.removeKey('custom', second?.id ?? '')
  await providers.removeKey('custom', second?.id ?? '')
  expect((await providers.list()).at(-1)?.keys).toHaveLength(1)
  expect((await secrets.state(secretIdOf('custom', second?.id ?? ''), null)).boundTo).toBeNull()
  for (let count = 1; count < 10; count += 1) providers.addKey('custom')
  expect(() => providers.addKey('custom')).toThrow(expect.objectContaining({ code: 'badInput' }))
  await providers.removeKey('custom', 'first')
  const keys = (await providers.list()).at(-1)?.keys
  expect([keys?.length, keys?.[0]?.source]).toEqual([10, 'none'])
})

test('a provider that goes takes all its keys along', async () => {
  const { providers, secrets, server } = await open({ 'key-one': good, 'key-two': good })
  const ids = (await providers.list()).at(-1)?.keys.map(({ id }) => secretIdOf('custom', id)) ?? []
  const bound = async () =>
    Promise.all(ids.map(async (id) => (await secrets.state(id, null)).boundTo))
  expect(await bound()).toEqual([server.origin, server.origin])
  await providers.remove('custom')
  expect(await bound()).toEqual([null, null])
})
