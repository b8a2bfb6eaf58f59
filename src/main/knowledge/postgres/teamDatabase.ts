import { teamDatabaseId } from '../../../shared/knowledge/knowledgePreferences.ts'
import { AppError, toWire, type WireError } from '../../../shared/errors.ts'
import type { OpenSecrets } from '../../secrets/openSecrets.ts'
import type { KeySource } from '../../secrets/secrets.ts'
import { createTeamStore, type TeamStore } from './teamStore.ts'

export interface TeamDatabase extends TeamStore {
  /** Whether the settings name one. */
  isSet: () => boolean
  /** Returns where its password is, and why it can't be used now. */
  state: () => Promise<{ keySource: KeySource; error: WireError | null }>
}

/** Opens the database that the settings name. Its password is in the keychain, for its server alone. */
export function openTeamDatabase(
  secrets: Pick<OpenSecrets, 'addOwner' | 'get' | 'remove' | 'state'>,
  address: () => string,
): TeamDatabase {
  secrets.addOwner((id) => id === teamDatabaseId, {
    keyOrigin: async () => originOf(address()),
    removeKey: () => secrets.remove(teamDatabaseId),
    // A password is no key of a service: it may have spaces and letters of any script.
    parseKey: (_id, password) => parsePassword(password),
  })
  const team = createTeamStore(async () => {
    const url = address()
    const password = await secrets.get(teamDatabaseId, originOf(url))
    return { url, password: password ?? undefined }
  })
  return {
    ...team,
    isSet: () => address() !== '',
    async state() {
      if (address() === '') return { keySource: 'none', error: null }
      try {
        const { source } = await secrets.state(teamDatabaseId, originOf(address()))
        const error = await team.bases().then(() => null, toWire)
        return { keySource: source, error }
      } catch (error) {
        return { keySource: 'none', error: toWire(error) }
      }
    },
  }
}

/** Returns the password as it was typed. */
function parsePassword(password: string): string {
  if (password !== '' && !password.includes('\0')) return password
  throw new AppError('keyMalformed', 'No database has such a password')
}

/** Returns the server that a password is for: whoever changes the address can't take it along. */
function originOf(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('addressInvalid', 'This is no address of a PostgreSQL database')
  }
  return `postgres://${url.hostname}:${url.port || '5432'}`
}
