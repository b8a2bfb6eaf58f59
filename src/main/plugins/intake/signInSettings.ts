import type { McpConfig } from '../../../shared/plugins/mcp.ts'
import type { OwnClient } from '../../mcp/serverSetup.ts'

/** The settings for a client of the user's own. The page has their titles in every language. */
const schema = {
  type: 'object',
  properties: {
    oauthClientId: { type: 'string', title: 'Client ID' },
    oauthClientSecret: { type: 'string', title: 'Client secret', format: 'password' },
  },
}

/** Returns the settings for signing in to a server; null for one that is not signed in to. */
export function signInSettings(config: McpConfig): Record<string, unknown> | null {
  if (config.transport === 'stdio') return null
  const names = Object.keys(config.headers).map((name) => name.toLowerCase())
  return names.includes('authorization') ? null : schema
}

/** Returns the client that the user has entered for sign-ins; undefined for none. */
export function ownClientOf(values: Readonly<Record<string, string>>): OwnClient | undefined {
  const { oauthClientId: id = '', oauthClientSecret: secret = '' } = values
  return id === '' ? undefined : { id, ...(secret !== '' && { secret }) }
}
