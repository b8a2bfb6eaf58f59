import type { McpConfig } from '../../shared/plugins/mcp.ts'
import type { HostRule } from '../network/hostRule.ts'
import type { BoundFolder } from '../processes/sandboxLinux.ts'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A tool as its server describes it. */
export interface ToolDefinition {
  name: string
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
}

/** The part of the network that a program may reach. */
export interface ServerNetwork {
  allows: HostRule
  /** Whether this machine's own ports are among it. */
  reachesLoopback: boolean
  /** Gets each host that was refused, once for each run. */
  onRefused: (host: string) => void
}

/**
 * A client for sign-ins that the user brings, because some services register none by themselves.
 */
export interface OwnClient {
  /** Its id, or the https address of a document that describes it. */
  id: string
  secret?: string
}

/** All that a server is started and reached with, as the user has allowed it. */
export interface ServerSetup {
  config: McpConfig
  /** The values of the settings, for `${user_config.NAME}`. */
  values: Readonly<Record<string, string | readonly string[]>>
  /** The tools as the user has accepted them; null if they are yet to be read. */
  tools: readonly ToolDefinition[] | null
  sandbox: 'bubblewrap' | 'none'
  /** Folders that a sandboxed program may use; also its roots, where these are allowed. */
  folders: readonly BoundFolder[]
  /** The folder that a program works in, in place of its own. */
  workingFolder?: string
  /** Network access of a sandboxed program: none, or the hosts of a rule. */
  network: 'none' | ServerNetwork
  /** Gets lines of a program's output that are no messages, bounded for each run. */
  onChatter?: (line: string) => void
  /** Gets the method of a list that had no end and was cut. */
  onListCut?: (method: string) => void
  /** Gets the method of a list and how many of its entries are left out. */
  onLeftOut?: (method: string, count: number) => void
  roots: boolean
  /** Whether it may ask for a model's answers. */
  sampling?: boolean
  /** Fetches what the sheet allows, for a server at an address. */
  fetch: Fetch
  /** The client that the user has registered with the server's sign-in; missing for none. */
  client?: OwnClient
  /** Fetches what a sign-in needs: the server says where that is. */
  signInFetch?: Fetch
}
