import { z } from 'zod'
import { event, method } from './ipc/define.ts'
import { providerIdSchema } from './models.ts'
import { keyIdSchema, keySources } from './providers.ts'

/** There is no method that gives a key back: the page can set, remove and ask for the state. */
export const secrets = {
  /**
   * Keeps a provider's key in the OS keychain. AWS access keys are `id:secret` or
   * `id:secret:session token`. Errors: keyMalformed for a key with white space or other characters
   * that no HTTP header can carry; keychainUnavailable where there is no keychain and
   * `sessionOnly` is false.
   */
  set: method(
    z.object({
      providerId: providerIdSchema,
      keyId: keyIdSchema,
      key: z.string().max(10_000),
      /** Keep it in memory only, until Parley quits. */
      sessionOnly: z.boolean(),
    }),
    z.object({ keySource: z.enum(keySources) }),
  ),
  status: method(z.object({}), z.object({ keychainAvailable: z.boolean() })),
  changed: event(z.object({ providerId: providerIdSchema })),
}
