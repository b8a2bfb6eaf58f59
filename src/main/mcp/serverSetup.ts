import type { McpConfig } from '../../shared/mcp.ts'
import type { SheetFolder } from '../../shared/pluginSheet.ts'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A tool as its server describes it. */
export interface ToolDefinition {
  name: string
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
}

/** All that a server is started and reached with, as the user has allowed it. */
export interface ServerSetup {
  config: McpConfig
  /** The values of the settings, for `${user_config.NAME}`. */
  values: Readonly<Record<string, string | readonly string[]>>
  /** The tools as the user has accepted them; null if they are yet to be read. */
  tools: readonly ToolDefinition[] | null
  sandbox: 'bubblewrap' | 'none'
  /** What a sandboxed program may use; also the roots, where these are allowed. */
  folders: readonly SheetFolder[]
  network: 'all' | readonly string[]
  roots: boolean
  /** Fetches what the sheet allows, for a server at an address. */
  fetch: Fetch
  /** Fetches what a sign-in needs: the server says where that is. */
  signInFetch?: Fetch
}
