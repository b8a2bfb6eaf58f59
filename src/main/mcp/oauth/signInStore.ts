import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { Secrets } from '../../secrets/secrets.ts'

/**
 * Tokens and client kept after a sign-in. The SDK stamps both with the issuer that they belong to.
 */
const signInSchema = z.object({
  tokens: z
    .looseObject({
      access_token: z.string(),
      token_type: z.string(),
      refresh_token: z.string().optional(),
      scope: z.string().optional(),
    })
    // Earlier versions of Parley kept the id token, which names the user and is of no use later.
    .transform(({ id_token: _idToken, ...tokens }) => tokens)
    .optional(),
  /** The user's id at the issuer, from a verified id token. */
  subject: z.string().optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
})
export type SignIn = z.infer<typeof signInSchema>

/** The sign-ins to servers, in the keychain. Each is bound to the origin of its server. */
export interface SignInStore {
  read: (pluginId: string, server: URL) => Promise<SignIn>
  write: (pluginId: string, server: URL, signIn: SignIn) => Promise<void>
  remove: (pluginId: string) => Promise<void>
}

export function createSignInStore(secrets: Pick<Secrets, 'get' | 'set' | 'remove'>): SignInStore {
  return {
    async read(pluginId, server) {
      const text = await secrets.get(secretIdOf(pluginId), originOf(server))
      return signInSchema.safeParse(parseJson(text ?? '')).data ?? {}
    },
    async write(pluginId, server, signIn) {
      const keep = (sessionOnly: boolean) =>
        secrets.set(secretIdOf(pluginId), JSON.stringify(signIn), {
          origin: originOf(server),
          sessionOnly,
        })
      // Without a keychain the user signs in again after each start.
      await keep(false).catch(() => keep(true))
    },
    remove: (pluginId) => secrets.remove(secretIdOf(pluginId)),
  }
}

/** A token for one path of a server is none for another. */
const originOf = (server: URL): string => server.origin + server.pathname

function secretIdOf(pluginId: string): string {
  return `mcp-${createHash('sha256').update(pluginId).digest('hex').slice(0, 16)}#sign-in`
}
