import { expect, onTestFinished, test } from 'vitest'
import { createSignInStore } from '../../../../src/main/mcp/oauth/signInStore.ts'
import { startFakeSignIn, type FakeSignIn } from '../../../fakes/fakeSignIn.ts'
import { startNewestServer } from '../../../fakes/newestServer.ts'
import { addressServer, openServers } from '../testServers.ts'

const never = new AbortController().signal

async function open(stored = new Map<string, { key: string; origin: string }>()) {
  const signIn = await startFakeSignIn()
  const server = await startNewestServer(signIn.guard)
  onTestFinished(async () => {
    signIn.close()
    await server.close()
  })
  const store = createSignInStore({
    get: (id, origin) =>
      Promise.resolve(stored.get(id)?.origin === origin ? (stored.get(id)?.key ?? null) : null),
    set(id, key, { origin }) {
      stored.set(id, { key, origin: origin })
      return Promise.resolve('keychain')
    },
    remove: async (...ids) => Promise.resolve(ids.forEach((id) => void stored.delete(id))),
  })
  const servers = await openServers(undefined, store)
  const reference = addressServer(server.url)
  const echo = () => servers.callTool(reference, 'echo', { text: 'hi' }, { signal: never })
  return { signIn, server, servers, stored, reference, echo }
}

/** Does what the user's browser does, with the address that was opened. */
async function browse(address: string | undefined): Promise<Response> {
  const response = await fetch(address ?? '', { redirect: 'manual' })
  return fetch(response.headers.get('location') ?? '')
}

async function accept(servers: Awaited<ReturnType<typeof openServers>>) {
  const question = await servers.nextQuestion()
  await servers.questions.answer({ questionId: question.questionId, action: 'accept' })
  return question
}

const tokensOf = (stored: Map<string, { key: string }>): string =>
  [...stored.values()].map(({ key }) => key).join()

test('the user signs in with the browser, once', async () => {
  const { signIn, servers, stored, echo } = await open()
  const accepted = accept(servers)
  const call = echo()
  expect(await accepted).toMatchObject({ kind: 'signIn', host: new URL(signIn.origin).host })
  const [address] = servers.opened
  const asked = new URL(address ?? '').searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  expect((await browse(address)).status).toBe(200)
  expect((await call).parts).toStrictEqual([{ type: 'text', text: 'hi' }])
  expect(tokensOf(stored)).toMatch(/access-.*refresh-/)

  await servers.stop('server')
  await echo()
  expect(signIn.asked).toStrictEqual(['/register', '/authorize', '/token', 'authorization_code'])
  // A token goes to the server alone.
  expect([...stored.values()][0]?.origin).toMatch(/\/mcp$/)
  await servers.remove('server')
  expect(stored.size).toBe(0)
})

test('a token that has expired is renewed without the user', async () => {
  const { signIn, servers, echo } = await open()
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
  const { servers, echo, stored, signIn } = await open()
  const asked = servers.nextQuestion()
  const call = echo()
  const failure = expect(call).rejects.toMatchObject({ code: 'pluginSignInNeeded' })
  const { questionId } = await asked
  await servers.questions.answer({ questionId, action: 'decline' })
  await failure
  expect(servers.opened).toStrictEqual([])
  expect(tokensOf(stored)).not.toContain('access-')
  expect(signIn.asked).not.toContain('/authorize')
})

const wrong: [string, FakeSignIn['answers'], number][] = [
  ['another state', { state: 'guessed' }, 404],
  ['another issuer', { iss: 'https://evil.example.com' }, 200],
]

test.for(wrong)('an answer with %s is worth nothing', async ([, answers, status]) => {
  const { signIn, servers, stored, echo } = await open()
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
  expect(tokensOf(stored)).not.toContain('access-')
  expect(signIn.asked).not.toContain('/token')
})
