import { onTestFinished } from 'vitest'
import { createSignInStore } from '../../../../src/main/mcp/oauth/signInStore.ts'
import type { ToolResult } from '../../../../src/main/tools/tool.ts'
import type { McpQuestion } from '../../../../src/shared/plugins/mcp.ts'
import { startFakeSignIn, type FakeSignIn } from '../../../fakes/fakeSignIn.ts'
import { startNewestServer } from '../../../fakes/newestServer.ts'
import { addressServer, openServers, type TestServers } from '../testServers.ts'

/** A protected server, its authorization server, and Parley with a keychain. */
export interface SignInFlow {
  signIn: FakeSignIn
  servers: TestServers
  stored: Map<string, { key: string; origin: string }>
  /** Calls a tool of the server. */
  echo: () => Promise<ToolResult>
  /** Calls a tool; the user signs in. */
  echoSigningIn: () => Promise<ToolResult>
  /** Everything in the keychain. */
  kept: () => string
}

const never = new AbortController().signal

/** Opens the servers; they end with the test. `now` is the clock for id tokens. */
export async function openFlow(now?: () => number): Promise<SignInFlow> {
  const stored: SignInFlow['stored'] = new Map()
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
  const servers = await openServers(undefined, store, undefined, now)
  const reference = addressServer(server.url)
  const echo = () => servers.callTool(reference, 'echo', { text: 'hi' }, { signal: never })
  return {
    ...{ signIn, servers, stored, echo },
    async echoSigningIn() {
      const accepted = accept(servers)
      const call = echo()
      // The caller waits for it below.
      call.catch(() => undefined)
      await accepted
      await browse(servers.opened.at(-1))
      return call
    },
    kept: () => [...stored.values()].map(({ key }) => key).join(),
  }
}

/** Follows the address that was opened, as the user's browser does. */
export async function browse(address: string | undefined): Promise<Response> {
  const response = await fetch(address ?? '', { redirect: 'manual' })
  return fetch(response.headers.get('location') ?? '')
}

/** Agrees to the next question, and returns it. */
export async function accept(servers: TestServers): Promise<McpQuestion> {
  const question = await servers.nextQuestion()
  await servers.questions.answer({ questionId: question.questionId, action: 'accept' })
  return question
}
