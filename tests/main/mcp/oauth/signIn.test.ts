import { expect, test } from 'vitest'
import type { FakeSignIn } from '../../../fakes/fakeSignIn.ts'
import { accept, browse, openFlow } from './signInFlow.ts'

test('the user signs in with the browser, once', async () => {
  const { signIn, servers, stored, echo, kept } = await openFlow()
  const accepted = accept(servers)
  const call = echo()
  expect(await accepted).toMatchObject({ kind: 'signIn', host: new URL(signIn.origin).host })
  const [address] = servers.opened
  const asked = new URL(address ?? '').searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  expect((await browse(address)).status).toBe(200)
  expect((await call).parts).toStrictEqual([{ type: 'text', text: 'hi' }])
  expect(kept()).toMatch(/access-.*refresh-/)

  await servers.stop('server')
  await echo()
  expect(signIn.asked).toStrictEqual(['/register', '/authorize', '/token', 'authorization_code'])
  // A token goes to the server alone.
  expect([...stored.values()][0]?.origin).toMatch(/\/mcp$/)
  await servers.remove('server')
  expect(stored.size).toBe(0)
})

test('a token that has expired is renewed without the user', async () => {
  const { signIn, servers, echo } = await openFlow()
  const accepted = accept(servers)
  const call = echo()
  await accepted
  await browse(servers.opened[0])
  await call
  for (const way of ['while connected', 'at a start'] as const) {
    signIn.expire()
    if (way === 'at a start') await servers.stop('server')
    expect((await echo()).failed).toBe(false)
  }
  expect(servers.opened).toHaveLength(1)
  expect(signIn.asked.filter((what) => what === 'refresh_token')).toHaveLength(2)
})

test('without the user nobody is signed in', async () => {
  const { servers, echo, kept, signIn } = await openFlow()
  const asked = servers.nextQuestion()
  const call = echo()
  const failure = expect(call).rejects.toMatchObject({ code: 'pluginSignInNeeded' })
  const { questionId } = await asked
  await servers.questions.answer({ questionId, action: 'decline' })
  await failure
  expect(servers.opened).toStrictEqual([])
  expect(kept()).not.toContain('access-')
  expect(signIn.asked).not.toContain('/authorize')
})

const wrong: [string, FakeSignIn['answers'], number][] = [
  ['another state', { state: 'guessed' }, 404],
  ['another issuer', { iss: 'https://evil.example.com' }, 200],
]

test.for(wrong)('an answer with %s is worth nothing', async ([, answers, status]) => {
  const { signIn, servers, echo, kept } = await openFlow()
  Object.assign(signIn.answers, answers)
  const accepted = accept(servers)
  const call = echo()
  const failure = call.then(
    () => 'called',
    () => 'failed',
  )
  await accepted
  expect((await browse(servers.opened[0])).status).toBe(status)
  // Nothing came of a wrong state: the place still waits for the right one.
  if (status === 404) await servers.stop('server')
  expect(await failure).toBe('failed')
  expect(kept()).not.toContain('access-')
  expect(signIn.asked).not.toContain('/token')
})
