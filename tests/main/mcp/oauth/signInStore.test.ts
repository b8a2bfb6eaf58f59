import { expect, test } from 'vitest'
import { createSignInStore } from '../../../../src/main/mcp/oauth/signInStore.ts'

test('an id token that an earlier version has kept is not read', async () => {
  const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 60 }
  const kept = JSON.stringify({ tokens: { ...tokens, id_token: 'a.b.c' }, subject: 'user 1' })
  const store = createSignInStore({
    get: () => Promise.resolve(kept),
    set: () => Promise.resolve('keychain'),
    remove: () => Promise.resolve(),
  })
  expect(await store.read('plugin', new URL('https://mcp.example.com'))).toStrictEqual({
    ...{ tokens, subject: 'user 1' },
  })
})
