import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import type { NativeKeychain } from '../../../src/main/secrets/keychain.ts'
import { hasKeyring, runOnDesktop } from './keyringSession.ts'

const source = JSON.stringify(
  new URL('../../../src/main/secrets/keychain.ts', import.meta.url).href,
)

function scriptOf(lines: string): string {
  return `
    const { createKeychain } = await import(${source})
    const keychain = createKeychain({ service: 'Parley test' })
    const result = {}
    ${lines}
    console.log(JSON.stringify(result))
    process.exit()
  `
}

describe.skipIf(!hasKeyring)('the keyring of the system', () => {
  test('keeps, gives, replaces and forgets a key', async () => {
    const script = scriptOf(`
      result.available = await keychain.available()
      result.before = await keychain.get('openai')
      await keychain.set('openai', 'sk-first')
      await keychain.set('openai', 'sk-ünd-second')
      await keychain.set('groq', 'gsk-other')
      const again = createKeychain({ service: 'Parley test' })
      result.kept = await again.get('openai')
      await keychain.remove('openai')
      await keychain.remove('openai')
      result.after = await again.get('openai')
      result.other = await again.get('groq')
    `)
    expect(JSON.parse(await runOnDesktop(script, 'unlocked'))).toEqual({
      available: true,
      before: null,
      kept: 'sk-ünd-second',
      after: null,
      other: 'gsk-other',
    })
  })

  const attempts = scriptOf(`
    const fail = (call) => call.then(() => 'done', (error) => error.code)
    result.available = await keychain.available()
    result.get = await fail(keychain.get('openai'))
    result.set = await fail(keychain.set('openai', 'sk'))
    result.remove = await fail(keychain.remove('openai'))
  `)

  test('is unavailable, and no crash, where there is none', async () => {
    expect(JSON.parse(await runOnDesktop(attempts, 'none'))).toEqual({
      available: false,
      get: 'keychainUnavailable',
      set: 'keychainUnavailable',
      remove: 'keychainUnavailable',
    })
  })

  test('takes no key, and says so, where it is locked and nobody can be asked', async () => {
    expect(JSON.parse(await runOnDesktop(attempts, 'locked'))).toMatchObject({
      set: 'keychainUnavailable',
    })
  })
})

function nativeOf(getPassword: NativeKeychain['getPassword']): () => Promise<NativeKeychain> {
  return () =>
    Promise.resolve({
      getPassword,
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(true),
    })
}

test('a library that is missing makes it unavailable', async () => {
  const load = () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'))
  const keychain = createKeychain({ load })
  expect(await keychain.available()).toBe(false)
  await expect(keychain.get('openai')).rejects.toMatchObject({ code: 'keychainUnavailable' })
})

test('one that waits for a prompt is unavailable until it has answered', async () => {
  const prompt = Promise.withResolvers<string | null>()
  let calls = 0
  const keychain = createKeychain({
    limitMilliseconds: 20,
    load: nativeOf(() => {
      calls += 1
      return calls === 1 ? prompt.promise : Promise.resolve('sk-key')
    }),
  })
  const first = keychain.get('openai')
  const second = keychain.get('openai')
  await expect(first).rejects.toMatchObject({ code: 'keychainUnavailable' })
  await expect(second).rejects.toMatchObject({ code: 'keychainUnavailable' })
  // A second call would block a second thread of Node's pool.
  expect(calls).toBe(1)
  prompt.resolve('sk-key')
  await wait(0)
  expect(await keychain.get('openai')).toBe('sk-key')
})

test('is asked one thing at a time', async () => {
  let running = 0
  let most = 0
  const keychain = createKeychain({
    load: nativeOf(async () => {
      running += 1
      most = Math.max(most, running)
      await wait(5)
      running -= 1
      return null
    }),
  })
  await Promise.all(['a', 'b', 'c'].map((account) => keychain.get(account)))
  expect(most).toBe(1)
})
