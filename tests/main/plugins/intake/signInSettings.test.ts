import { expect, test } from 'vitest'
import { compileServer } from '../../../../src/main/plugins/intake/compileServer.ts'
import { ownClientOf } from '../../../../src/main/plugins/intake/signInSettings.ts'

const origin = { kind: 'typed', location: '', sha256: '' } as const
const described = { name: 'one', title: 'One', description: '', version: null, origin }

function compile(headers: Record<string, string>) {
  const config = { transport: 'http' as const, url: 'https://one.example/mcp', headers }
  const server = { ...described, config, settings: null }
  return compileServer(server, { sandbox: 'none', folders: [] }).sheet
}

test('a server at an address takes a client of the user’s own, whose secret is in the keychain', () => {
  const sheet = compile({})
  expect(sheet.secretSettings).toEqual(['oauthClientSecret'])
  expect(Object.keys(sheet.settings?.['properties'] as object)).toContain('oauthClientId')
  // The server itself gets neither.
  expect(sheet.hosts).toMatchObject([{ sends: ['arguments'] }])
})

test('a header of the user’s own leaves nothing to sign in to', () => {
  expect(compile({ Authorization: 'Bearer x' }).settings).toBeNull()
})

test('a client has an id, and a secret if there is one', () => {
  expect(ownClientOf({})).toBeUndefined()
  expect(ownClientOf({ oauthClientSecret: 's' })).toBeUndefined()
  expect(ownClientOf({ oauthClientId: 'a', oauthClientSecret: '' })).toEqual({ id: 'a' })
  expect(ownClientOf({ oauthClientId: 'a', oauthClientSecret: 's' })).toEqual({
    id: 'a',
    secret: 's',
  })
})
