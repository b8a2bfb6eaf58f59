import { z } from 'zod'
import { event, method } from './ipc/define.ts'
import { providerIdSchema } from './models.ts'
import { keyIdSchema, keySources } from './providers.ts'

/** There is no method that gives a key back: the page can set, remove and ask for the state. */
export const secrets = {
  /**
   * Keeps a provider's key in the OS keychain, bound to the origin of the provider's address: it is
   * sent nowhere else. AWS access keys are `id:secret` or
   * `id:secret:session token`. Errors: keyMalformed for a key with white space or other characters
   * that no HTTP header can carry; keychainUnavailable where there is no keychain and
   * `sessionOnly` is false; addressInvalid or keyWithheld where no key may go to the address.
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
  /**
   * Removes a key of a provider, or of a service such as Azure Speech, from wherever it lies; the
   * room for a provider's further key goes with it. Errors: keychainUnavailable, providerMissing.
   */
  remove: method(z.object({ providerId: providerIdSchema, keyId: keyIdSchema }), z.object({})),
  status: method(z.object({}), z.object({ keychainAvailable: z.boolean() })),
  changed: event(z.object({ providerId: providerIdSchema })),
}
