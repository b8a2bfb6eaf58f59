import { z } from 'zod'
import { event, method, nothing } from './ipc/define.ts'
import { providerIdSchema } from './models.ts'
import { keyIdSchema, keySources } from './providers.ts'

/** Stores keys. No method returns a key: the page can set it, remove it and ask for its state. */
export const secrets = {
  /**
   * Stores a provider's key in the OS keychain, bound to the origin of the provider's address:
   * Parley sends it nowhere else. AWS access keys have the form `id:secret` or `id:secret:session
   * token`. The password of the team's database may be any text. Errors: keyMalformed for a key with
   * white space or other characters that no HTTP header can carry; keychainUnavailable if there is no keychain and `sessionOnly` is false;
   * addressInvalid or keyWithheld if no key may go to the address.
   */
  set: method(
    z.object({
      providerId: providerIdSchema,
      keyId: keyIdSchema,
      key: z.string().max(10_000),
      /** Keeps the key in memory only, until Parley quits. */
      sessionOnly: z.boolean(),
    }),
    z.object({ keySource: z.enum(keySources) }),
  ),
  /**
   * Removes a key of a provider, or of a service such as Azure Speech, from all places. Also
   * removes the id of a provider's further key. Errors: keychainUnavailable, providerMissing.
   */
  remove: method(z.object({ providerId: providerIdSchema, keyId: keyIdSchema }), nothing),
  status: method(nothing, z.object({ keychainAvailable: z.boolean() })),
  changed: event(z.object({ providerId: providerIdSchema })),
}
