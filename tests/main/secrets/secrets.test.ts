import { expect, test } from 'vitest'
import { readBoundKey } from '../../../src/main/secrets/boundKey.ts'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import { createSecretsHandlers } from '../../../src/main/secrets/handlers.ts'
import { parseKey } from '../../../src/main/secrets/parseKey.ts'
import { createSecrets } from '../../../src/main/secrets/secrets.ts'
import { hasKeyring, runOnDesktop } from './keyringSession.ts'

/** Opens a keychain in memory, which the test can take away. */
function openSecrets() {
  const stored = new Map<string, string>()
  const state = { locked: false }
  const guard = <Value>(value: () => Value): Promise<Value> =>
    state.locked ? Promise.reject(new Error('locked')) : Promise.resolve().then(value)
  const keychain = createKeychain({
    load: () =>
      Promise.resolve({
        getPassword: (_service, account) => guard(() => stored.get(account) ?? null),
        setPassword: (_service, account, key) => guard(() => void stored.set(account, key)),
        deletePassword: (_service, account) => guard(() => stored.delete(account)),
      }),
  })
  const events: string[] = []
  const open = () =>
    createSecrets({
      keychain,
      broadcast: (name) => void events.push(name),
    })
  return { secrets: open(), reopen: open, stored, state, events }
}

const origin = 'https://api.example.com'
const kept = { origin, sessionOnly: false }
const forSession = { origin, sessionOnly: true }

test('a key is kept in the keychain with its origin, and found again at the next start', async () => {
  const { secrets, reopen, stored, events } = openSecrets()
  expect(await secrets.set('openai', 'sk-one', kept)).toBe('keychain')
  expect(JSON.parse(stored.get('openai') ?? '')).toEqual({ origin, key: 'sk-one' })
  const next = reopen()
  expect(await next.state('openai', origin)).toEqual({ source: 'keychain', boundTo: origin })
  expect(await next.get('openai', origin)).toBe('sk-one')
  await next.remove('openai')
  expect(stored.size).toBe(0)
  expect(await next.state('openai', origin)).toEqual({ source: 'none', boundTo: null })
  expect(events).toEqual(['changed', 'changed'])
})

test.each([
  'http://api.example.com',
  'https://api.example.com:8443',
  'https://example.com',
  'https://api.example.com.',
  '',
  null,
])('a key is given for its own origin and not for %j', async (other) => {
  for (const keeping of [kept, forSession]) {
    const { secrets } = openSecrets()
    await secrets.set('openai', 'sk-one', keeping)
    expect(await secrets.get('openai', other)).toBeNull()
    expect(await secrets.getSoon('openai', other)).toBeNull()
    expect(await secrets.state('openai', other)).toEqual({ source: 'none', boundTo: origin })
    expect(await secrets.get('openai', origin)).toBe('sk-one')
  }
})

test('a key of an earlier version is bound to the address of the first start', async () => {
  const { secrets, reopen, stored } = openSecrets()
  stored.set('openai', 'sk-one')
  stored.set('openai#second', 'sk-two')
  stored.set('gone', 'sk-three')
  secrets.bindOld(new Map([['openai', origin]]))
  expect(await secrets.get('openai', 'https://thief.example')).toBeNull()
  expect(await secrets.get('openai', origin)).toBe('sk-one')
  expect(await secrets.get('openai#second', origin)).toBe('sk-two')
  expect(JSON.parse(stored.get('openai') ?? '')).toEqual({ origin, key: 'sk-one' })
  // A key without a known address goes nowhere.
  expect(await secrets.get('gone', origin)).toBeNull()
  const next = reopen()
  next.bindOld(new Map([['openai', 'https://thief.example']]))
  expect(await next.get('openai', 'https://thief.example')).toBeNull()
  expect(await next.get('openai', origin)).toBe('sk-one')
})

test('a key for the session never reaches the keychain', async () => {
  const { secrets, reopen, stored } = openSecrets()
  expect(await secrets.set('openai', 'sk-one', forSession)).toBe('session')
  expect(await secrets.get('openai', origin)).toBe('sk-one')
  expect(stored.size).toBe(0)
  expect(await reopen().get('openai', origin)).toBeNull()
})

test('a locked keychain refuses, and the session still works', async () => {
  const { secrets, state } = openSecrets()
  state.locked = true
  expect(await secrets.keychainAvailable()).toBe(false)
  expect((await secrets.state('openai', origin)).source).toBe('none')
  for (const call of [
    secrets.get('openai', origin),
    secrets.set('openai', 'sk-one', kept),
    secrets.remove('openai'),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'keychainUnavailable' })
  }
  await secrets.set('openai', 'sk-one', forSession)
  expect(await secrets.get('openai', origin)).toBe('sk-one')
  await secrets.remove('openai')
  expect((await secrets.state('openai', origin)).source).toBe('none')
})

test('all that is to be removed is, also where one of them can not be', async () => {
  const { secrets, stored, state } = openSecrets()
  for (const id of ['a', 'a#second', 'a#headers:x-token']) await secrets.set(id, 'sk', kept)
  await secrets.set('a#session', 'sk', forSession)
  state.locked = true
  const removing = secrets.remove('a', 'a#session')
  await expect(removing).rejects.toMatchObject({ code: 'keychainUnavailable' })
  state.locked = false
  expect(await secrets.get('a#session', origin)).toBeNull()
  await secrets.remove('a', 'a#second', 'a#headers:x-token')
  expect([...stored]).toEqual([])
})

test.each([JSON.stringify({ origin, key: 'sk-one' }), 'sk-one'])(
  'a read that is under way does not bring a removed key back: %s',
  async (text) => {
    const { secrets, stored } = openSecrets()
    secrets.bindOld(new Map([['openai', origin]]))
    stored.set('openai', text)
    const reading = secrets.get('openai', origin)
    await secrets.remove('openai')
    await reading
    expect(await secrets.get('openai', origin)).toBeNull()
    expect(stored.size).toBe(0)
  },
)

test('a keychain that asks for its password first does not hold up the lists', async () => {
  const password = Promise.withResolvers<string>()
  const events: string[] = []
  const secrets = createSecrets({
    keychain: createKeychain({
      load: () =>
        Promise.resolve({
          getPassword: () => password.promise,
          setPassword: () => Promise.resolve(),
          deletePassword: () => Promise.resolve(true),
        }),
    }),
    broadcast: (name) => void events.push(name),
  })
  expect((await secrets.state('openai', origin)).source).toBe('none')
  password.resolve(JSON.stringify({ origin, key: 'sk-one' }))
  expect(await secrets.get('openai', origin)).toBe('sk-one')
  expect((await secrets.state('openai', origin)).source).toBe('keychain')
  expect(events).toEqual(['changed'])
})

test.each([
  ['sk-abc', 'sk-abc'],
  ['\t sk-abc \r\n', 'sk-abc'],
  ['\ufeff\u200bsk-abc\u00a0', 'sk-abc'],
  ['schlüssel', 'schlüssel'],
])('%j is the key %j', (text, key) => {
  expect(parseKey(text)).toBe(key)
})

test.each([
  '',
  '   ',
  'two words',
  'a\nb',
  'a\u0000b',
  'a\u007fb',
  'a\u00adb',
  'ключ',
  'sk-•••',
  '🔑',
])('%j is no key', (text) => {
  expect(() => parseKey(text)).toThrow(expect.objectContaining({ code: 'keyMalformed' }))
})

test('every accepted key can stand in a header', () => {
  for (let code = 0; code < 0x180; code += 1) {
    const text = `a${String.fromCharCode(code)}b`
    try {
      parseKey(text)
    } catch {
      continue
    }
    expect(new Headers({ authorization: `Bearer ${text}` }).get('authorization')).toContain(text)
  }
})

test('known keys and what looks like one are masked', async () => {
  const { secrets } = openSecrets()
  await secrets.set('custom', 'Quite+ordinary/word', forSession)
  const plain = 'task-management, risk-free, disk-usage, sk-, the sketch, a bearer of news'
  expect(secrets.redact('failed with Quite+ordinary/word!')).toBe('failed with •••!')
  expect(secrets.redact('?key=Quite%2Bordinary%2Fword')).not.toContain('ordinary')
  for (const text of [
    'Incorrect API key provided: sk-proj-abcdefgh1234.',
    'Authorization: Bearer abc.def.ghi',
    '{"api_key": "hunter2hunter2"}',
    'api-key=hunter2hunter2&x=1',
    'https://user:hunter2hunter2@host/',
    'gsk_abcdefgh12345678 and AIzaSyA1234567890abcdefg',
  ]) {
    expect(secrets.redact(text)).not.toMatch(/abcdefgh|abc\.def|hunter2|AIzaSy/)
  }
  expect(secrets.redact(plain.replace('a bearer of', 'the carrier of'))).toBe(
    plain.replace('a bearer of', 'the carrier of'),
  )
})

test('every key of a provider is kept by itself, and its provider is told of', async () => {
  const told: unknown[] = []
  const stored = new Map<string, string>()
  const secrets = createSecrets({
    keychain: createKeychain({
      load: () =>
        Promise.resolve({
          getPassword: (_service, account) => Promise.resolve(stored.get(account) ?? null),
          setPassword: (_service, account, key) => Promise.resolve(void stored.set(account, key)),
          deletePassword: (_service, account) => Promise.resolve(stored.delete(account)),
        }),
    }),
    broadcast: (_name, payload) => void told.push(payload),
  })
  const origins = { first: origin, second: 'http://127.0.0.1:1' }
  const handlers = createSecretsHandlers(secrets, {
    keyOrigin: (_id, keyId) => Promise.resolve(keyId === 'first' ? origins.first : origins.second),
    removeKey: () => Promise.resolve(),
  })
  // The page has no say in where a key goes.
  const keys = { providerId: 'openai', sessionOnly: false, origin: 'https://thief.example' }
  await handlers.set({ ...keys, keyId: 'first', key: ' sk-one\n' }, { windowId: 1 })
  await handlers.set({ ...keys, keyId: 'second', key: 'sk-two' }, { windowId: 1 })
  expect([...stored].map(([id, text]) => [id, readBoundKey(text)])).toEqual([
    ['openai', { origin: origins.first, key: 'sk-one' }],
    ['openai#second', { origin: origins.second, key: 'sk-two' }],
  ])
  expect(told).toEqual([{ providerId: 'openai' }, { providerId: 'openai' }])
})

test.skipIf(!hasKeyring)('several keys of a provider lie in a real keyring', async () => {
  const folder = new URL('../../../src/main/secrets/', import.meta.url).href
  const output = await runOnDesktop(
    `
    const { createKeychain } = await import(${JSON.stringify(`${folder}keychain.ts`)})
    const { createSecrets } = await import(${JSON.stringify(`${folder}secrets.ts`)})
    const { secretIdOf } = await import(${JSON.stringify(`${folder}secretId.ts`)})
    const open = () =>
      createSecrets({ keychain: createKeychain({ service: 'Parley test' }), broadcast() {} })
    const ids = ['first', '2c5ea4c0-8a5d-4b0e-9a54-000000000001'].map((id) => secretIdOf('aws', id))
    const before = open()
    const keeping = { origin: 'https://bedrock.*.amazonaws.com', sessionOnly: false }
    await before.set(ids[0], 'AKIDEXAMPLE:se/cr+et', keeping)
    await before.set(ids[1], 'AKIDOTHER:secret:to+ken==', keeping)
    const after = open()
    const kept = await Promise.all(ids.map((id) => after.get(id, keeping.origin)))
    await after.remove(ids[0])
    const left = await Promise.all(ids.map((id) => open().state(id, keeping.origin)))
    console.log(JSON.stringify({ kept, left: left.map(({ source }) => source) }))
    process.exit()
    `,
    'unlocked',
  )
  expect(JSON.parse(output)).toEqual({
    kept: ['AKIDEXAMPLE:se/cr+et', 'AKIDOTHER:secret:to+ken=='],
    left: ['none', 'keychain'],
  })
})

test('the parts of an access key are masked, in every form in which they travel', async () => {
  const { secrets } = openSecrets()
  const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
  const token = 'FwoGZXIvYXdzEXAMPLE=='
  await secrets.set('bedrock', `AKIDEXAMPLE123456789:${secret}:${token}`, forSession)
  await secrets.set('custom', 'quote"and\\slash+plus', forSession)
  for (const text of [
    'Credential=AKIDEXAMPLE123456789/20261121/us-east-1/bedrock/aws4_request',
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%2F', '%2f').replaceAll('%2B', '%2b'),
    `x-amz-security-token: ${token}`,
    JSON.stringify({ got: 'quote"and\\slash+plus' }),
    Buffer.from('quote"and\\slash+plus').toString('base64'),
  ]) {
    expect(secrets.redact(text)).not.toMatch(
      /AKIDEXAMPLE|wJalr|EXAMPLEKEY|FwoGZX|slash|cXVvdGUiYW5k/,
    )
  }
})
