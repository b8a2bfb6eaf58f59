import { expect, onTestFinished, test } from 'vitest'
import { createServerKeys } from '../../../../src/main/mcp/oauth/serverKeys.ts'
import { createGuardedFetch } from '../../../../src/main/network/guardedFetch.ts'
import { startFakeSignIn } from '../../../fakes/fakeSignIn.ts'
import { createSigner } from '../../../fakes/idTokens.ts'

const { jwk } = createSigner('ES256', 'key 1')

async function open() {
  const signIn = await startFakeSignIn()
  onTestFinished(() => signIn.close())
  signIn.openId.sendKeys = (response) => void response.end(JSON.stringify({ keys: [jwk] }))
  const clock = { nowMs: 1_000_000 }
  const keys = createServerKeys(() => clock.nowMs)
  const stop = new AbortController()
  const source = {
    ...{ issuer: signIn.origin, jwksUri: `${signIn.origin}/jwks` },
    fetch: createGuardedFetch({ allows: { allowsHost: () => true, allowsAddress: () => true } }),
    signal: stop.signal,
  }
  return { signIn, clock, keys, source, stop, loads: () => signIn.asked.length }
}

test('keys are kept for ten minutes, and asked for again after half a minute', async () => {
  const { clock, keys, source, loads } = await open()
  const found = await keys.find(source)
  expect(found?.jwks()).toStrictEqual({ keys: [jwk] })
  clock.nowMs += 29_999
  expect(await keys.renew(source)).toBeNull()
  clock.nowMs += 1
  expect(await keys.renew(source)).not.toBeNull()
  expect(loads()).toBe(2)
  clock.nowMs += 599_999
  await keys.find(source)
  expect(loads()).toBe(2)
  clock.nowMs += 1
  await keys.find(source)
  expect(loads()).toBe(3)
})

test('keys of one issuer are not those of another', async () => {
  const { keys, source, loads } = await open()
  await keys.find(source)
  await keys.find({ ...source, issuer: 'https://other.example.com' })
  expect(loads()).toBe(2)
})

test('metadata without keys is completed by the OpenID configuration of the same issuer', async () => {
  const { signIn, keys, source } = await open()
  signIn.openId.keysNamedIn = 'openIdConfiguration'
  const unnamed = { ...source, jwksUri: undefined }
  expect((await keys.find(unnamed))?.jwks()).toStrictEqual({ keys: [jwk] })
  expect(signIn.asked).toStrictEqual(['/.well-known/openid-configuration', '/jwks'])
  // The document is of `origin`, without the slash.
  expect(await keys.find({ ...unnamed, issuer: `${signIn.origin}/` })).toBeNull()
  signIn.openId.keysNamedIn = 'none'
  expect(await createServerKeys(Date.now).find(unnamed)).toBeNull()
})

test('keys that anyone on the way could change are not loaded', async () => {
  const { keys, source, loads } = await open()
  for (const jwksUri of ['http://keys.example.com/jwks', 'file:///jwks', 'none']) {
    expect(await keys.find({ ...source, jwksUri })).toBeNull()
  }
  expect(loads()).toBe(0)
})

test.each([
  ['tooHeavy', 200, JSON.stringify({ keys: [jwk], padding: 'x'.repeat(256 * 1024) })],
  ['malformedAnswer', 200, '<html>'],
  ['malformedAnswer', 200, '{"keys":{}}'],
  ['pluginServerFailed', 500, '{"keys":[]}'],
  ['pluginServerFailed', 302, ''],
])('%s: an answer with %i that is no set of keys', async (code, status, body) => {
  const { signIn, keys, source, loads } = await open()
  signIn.openId.sendKeys = (response) =>
    void response.writeHead(status, { location: '/elsewhere' }).end(body)
  await expect(keys.find(source)).rejects.toMatchObject({ code })
  expect(loads()).toBe(1)
})

test('the user’s stop ends the wait for keys', async () => {
  const { signIn, keys, source, stop } = await open()
  signIn.openId.sendKeys = () => stop.abort()
  await expect(keys.find(source)).rejects.toMatchObject({ code: 'aborted' })
})
