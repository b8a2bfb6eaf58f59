import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NativeKeychain } from '../../../../src/main/secrets/keychain.ts'
import { createKeychain } from '../../../../src/main/secrets/keychain.ts'
import { createSecrets } from '../../../../src/main/secrets/secrets.ts'
import { createProviders } from '../../../../src/main/providers/providers.ts'
import type { Providers } from '../../../../src/main/providers/providers.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { diagnose } from '../doctor/findings.ts'
import { openGuide } from '../guide/openGuide.ts'
import { openProviders } from '../openProviders.ts'

const key = 'sk-bound-0123456789abcdef'
const header = 'header-0123456789abcdef'
let owner: FakeOpenAi
let thief: FakeOpenAi

beforeEach(async () => {
  owner = await startFakeOpenAi()
  thief = await startFakeOpenAi()
})

afterEach(async () => {
  await owner.close()
  await thief.close()
})

function memoryKeychain() {
  const stored = new Map<string, string>()
  const native: NativeKeychain = {
    getPassword: (_service, account) => Promise.resolve(stored.get(account) ?? null),
    setPassword: (_service, account, text) => Promise.resolve(void stored.set(account, text)),
    deletePassword: (_service, account) => Promise.resolve(stored.delete(account)),
  }
  return { stored, native }
}

function seenBy(server: FakeOpenAi): string {
  return JSON.stringify(server.requests.map(({ headers, query }) => [headers, [...query]]))
}

/** Makes every kind of request of a provider. */
async function tryEverything(providers: Providers, id: string): Promise<void> {
  await providers.models(true)
  await providers.check(id).catch(() => undefined)
  await diagnose(providers, id)
  const provider = await providers.lookup(id)
  await collect(provider, ask('Hi', 'parley-large'))
  const signal = AbortSignal.timeout(5000)
  await provider.models(signal, ['transcribe']).catch(() => undefined)
  await provider.models(signal, ['realtime']).catch(() => undefined)
  await provider.embed?.('m', ['a'], signal).catch(() => undefined)
  const spoken = { modelId: 'm', voice: 'alloy', text: 'Hi', speed: 1, format: 'mp3' } as const
  await provider.speak?.(spoken, signal).catch(() => undefined)
}

test('no secret follows a provider to another origin, and each is there when it comes back', async () => {
  const { providers, setKey } = openProviders({}, memoryKeychain().native)
  await providers.add({ presetId: null, baseUrl: owner.origin })
  await setKey('custom', key)
  await setKey('custom', `${key}-second`, providers.addKey('custom'))
  await providers.update('custom', { headers: { 'x-token': header }, query: { token: header } })
  await tryEverything(providers, 'custom')
  expect(seenBy(owner)).toContain(`Bearer ${key}`)
  expect(seenBy(owner).split(header).length).toBeGreaterThan(2)

  const moved = await providers.update('custom', { baseUrl: thief.origin })
  expect(moved).toMatchObject({
    keySource: 'none',
    keys: [
      { source: 'none', withheldFor: owner.origin },
      { source: 'none', withheldFor: owner.origin },
    ],
    withheldFields: ['x-token', 'token'],
  })
  await tryEverything(providers, 'custom')
  await providers.update('custom', { headers: { 'x-token': null, 'x-new': 'a' } })
  await tryEverything(providers, 'custom')
  expect(seenBy(thief)).not.toMatch(/bound|header-0/)
  const { error } = await collect(await providers.lookup('custom'), ask('Hi', 'parley-large'))
  expect(error).toMatchObject({ code: 'keyWithheld', details: { subject: thief.origin } })

  await providers.update('custom', { baseUrl: owner.origin, headers: {}, query: {} })
  const { text } = await collect(await providers.lookup('custom'), ask('Hi', 'parley-large'))
  expect(text).toContain('Hi')
})

test('a key that was left in the keychain is not for who adds the service elsewhere', async () => {
  const { native } = memoryKeychain()
  const { providers, secrets } = openProviders({}, native)
  const keeping = { origin: 'https://api.openai.com', sessionOnly: false }
  await secrets.set('openai', key, keeping)
  const added = await providers.add({ presetId: 'openai', baseUrl: thief.origin })
  expect(added).toMatchObject({ id: 'openai', keySource: 'none' })
  await tryEverything(providers, 'openai')
  expect(seenBy(thief)).not.toContain(key)
})

test('the page is told that there are headers, and never their values', async () => {
  const { native, stored } = memoryKeychain()
  const { providers, settings } = openProviders({}, native)
  const address = `${owner.origin}/v1?api-version=2026-01-01&api-key=${key}`
  await providers.add({ presetId: null, baseUrl: address })
  await providers.update('custom', { headers: { 'x-token': header } })
  const told = JSON.stringify(await providers.list()) + JSON.stringify(settings.get())
  expect(told).not.toContain(key)
  expect(told).not.toContain(header)
  const [config] = settings.get().providers
  expect(config).toMatchObject({
    headers: { 'x-token': null },
    query: { 'api-version': '2026-01-01', 'api-key': null },
  })
  expect([...stored.keys()]).toEqual(['custom#query:api-key', 'custom#headers:x-token'])
  await tryEverything(providers, 'custom')
  expect(seenBy(owner)).toContain(key)
  await providers.update('custom', { headers: {} })
  expect([...stored.keys()]).toEqual(['custom#query:api-key'])
  await providers.remove('custom')
  expect([...stored]).toEqual([])
})

test('what an earlier version wrote is bound to the address that it had, and leaves the file', async () => {
  const { native, stored } = memoryKeychain()
  const first = openProviders({}, native)
  const { settings } = first
  await first.providers.add({ presetId: null, baseUrl: owner.origin })
  const [config] = settings.get().providers
  if (!config) throw new Error('It was not added')
  settings.update({ providers: [{ ...config, headers: { 'x-token': header } }] })
  settings.update({ oldKeyOrigins: null })
  stored.set('custom', key)

  const start = () => {
    const secrets = createSecrets({
      keychain: createKeychain({ load: () => Promise.resolve(native) }),
      broadcast: () => undefined,
    })
    const guide = openGuide()
    const broadcast = () => undefined
    return createProviders({ settings, secrets, guide, environment: {}, broadcast })
  }
  const second = start()
  // Right after the start a page changes the address, and Parley restarts.
  await second.update('custom', { baseUrl: thief.origin })
  await expect.poll(() => settings.get().providers[0]?.headers).toEqual({ 'x-token': null })
  const third = start()
  await tryEverything(third, 'custom')
  expect(seenBy(thief)).not.toMatch(/bound|header-0/)
  await third.update('custom', { baseUrl: owner.origin })
  await tryEverything(third, 'custom')
  expect(seenBy(owner)).toContain(`Bearer ${key}`)
  expect(seenBy(owner)).toContain(header)
})

test.each(['host', 'Host', 'transfer-encoding', 'connection', 'x-forwarded-host', 'proxy-auth'])(
  'no header of the page says where a request goes: %s',
  async (name) => {
    const { providers } = openProviders({}, memoryKeychain().native)
    await providers.add({ presetId: null, baseUrl: owner.origin })
    const change = providers.update('custom', { headers: { [name]: 'thief.example' } })
    await expect(change).rejects.toMatchObject({ code: 'badInput' })
  },
)

test('a redirect takes no key along', async () => {
  const { providers, setKey } = openProviders()
  await providers.add({ presetId: null, baseUrl: owner.origin })
  await setKey('custom', key)
  for (const status of [301, 307, 308]) {
    owner.behave({
      kind: 'status',
      status,
      body: {},
      headers: { location: `${thief.origin}/v1/models` },
    })
    await tryEverything(providers, 'custom')
  }
  expect(thief.requests).toEqual([])
})

test('plain http to a name of the local network is for the user to allow, once and for good', async () => {
  const questions: unknown[] = []
  let isAllowed = false
  const { providers, setKey, settings } = openProviders({
    confirm: (question) => {
      questions.push(question)
      return Promise.resolve(isAllowed)
    },
  })
  await providers.add({ presetId: null, baseUrl: 'http://nas.local:9/v1' })
  await expect(setKey('custom', key)).rejects.toMatchObject({ code: 'keyWithheld' })
  await expect(
    providers.update('custom', { headers: { 'x-token': header } }),
  ).rejects.toMatchObject({ code: 'keyWithheld' })
  isAllowed = true
  await setKey('custom', key)
  await setKey('custom', key)
  const question = { kind: 'plainHttp', origin: 'http://nas.local:9', provider: 'nas.local' }
  expect(questions).toEqual([question, question, question])
  expect(settings.get().originPermissions).toEqual([
    { kind: 'plainHttp', origin: 'http://nas.local:9' },
  ])
  expect((await providers.list()).at(-1)?.keySource).toBe('session')

  await providers.update('custom', { baseUrl: 'http://api.example.com/v1' })
  await expect(setKey('custom', key)).rejects.toMatchObject({ code: 'addressInvalid' })
  expect(questions).toHaveLength(3)
})

test('a profile of AWS signs for AWS, and for another address only where the user allows it', async () => {
  const questions: unknown[] = []
  const { providers } = openProviders({
    confirm: (question) => {
      questions.push(question)
      return Promise.resolve(false)
    },
  })
  await providers.add({ presetId: 'bedrock' })
  const aws = { region: 'eu-west-1', credentials: 'profile', profile: 'default' } as const
  await providers.update('bedrock', { aws: { ...aws, operation: 'converse' } })
  expect(questions).toEqual([])
  const moved = providers.update('bedrock', { baseUrl: thief.origin })
  await expect(moved).rejects.toMatchObject({ code: 'keyWithheld' })
  expect(questions).toHaveLength(1)
  expect(thief.requests).toEqual([])
})

test('a key of AWS follows the region, which is AWS everywhere, and nothing else', async () => {
  const { providers, setKey } = openProviders()
  await providers.add({ presetId: 'bedrock' })
  await setKey('bedrock', 'AKIDEXAMPLE123456789:secret')
  const aws = { region: 'eu-west-1', credentials: 'accessKey', profile: 'default' } as const
  const inEurope = await providers.update('bedrock', { aws: { ...aws, operation: 'converse' } })
  expect(inEurope).toMatchObject({ keySource: 'session' })
  expect(inEurope.baseUrl).toBe('https://bedrock-runtime.eu-west-1.amazonaws.com')
  for (const baseUrl of [
    thief.origin,
    'https://bedrock-runtime.eu-west-1.amazonaws.com.thief.example',
    'https://thief.eu-west-1.amazonaws.com',
    'https://bedrock-runtime.eu-west-1.amazonaws.com:8443',
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
  ]) {
    expect(await providers.update('bedrock', { baseUrl })).toMatchObject({ keySource: 'none' })
  }
})

test('a key is set for a provider and a key that there are', async () => {
  const { providers, setKey } = openProviders()
  await providers.add({ presetId: null, baseUrl: owner.origin })
  for (const keyId of ['headers:x-token', 'query:a', 'other']) {
    await expect(setKey('custom', key, keyId)).rejects.toMatchObject({ code: 'badInput' })
  }
  await expect(setKey('nobody', key)).rejects.toMatchObject({ code: 'providerMissing' })
  await expect(setKey('guide', key)).rejects.toMatchObject({ code: 'badInput' })
})
