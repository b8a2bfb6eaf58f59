import { createTransport } from '../providers/transport/transport.ts'
import type { MediaProviderSource } from './mediaProvider.ts'
import { createSdApi } from './sdApi/sdApi.ts'

/** Default address of Automatic1111, Forge and compatible servers. */
const sdAddress = 'http://127.0.0.1:7860'

/**
 * Returns the picture servers of this machine. They are asked only when the user looks at models or
 * makes a picture; one that does not run has no models. `AUTOMATIC1111_ADDRESS` names another
 * address, with the user name and password if the server asks for them.
 */
export function localMediaServices(environment: NodeJS.ProcessEnv): MediaProviderSource {
  const fetch = createTransport()
  const given = URL.parse(environment['AUTOMATIC1111_ADDRESS'] ?? sdAddress) ?? new URL(sdAddress)
  const { origin, username, password } = given
  const login = username !== '' && {
    login: { name: decodeURIComponent(username), password: decodeURIComponent(password) },
  }
  const sdApi = createSdApi({ address: origin, fetch, ...login })
  return () => [sdApi]
}
