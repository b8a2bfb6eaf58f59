import type { Client, Tool as McpTool } from '@modelcontextprotocol/client'
import type { ServerProcess } from '../processes/serverProcess.ts'
import type { LaunchDeps } from './launchServer.ts'
import type { ServerKeys } from './oauth/serverKeys.ts'
import type { SignIn } from './oauth/signInStore.ts'

/**
 * Effect of a lost session on the request: `notRun` if the server refused it because it no longer
 * knows the session, so it may be sent again; `unclear` if the request may have run.
 */
export type SessionLoss = 'notRun' | 'unclear'

/** A connection to a server that has introduced itself. */
export interface Connection {
  client: Client
  /** Returns what an error of a request says of the session; undefined if it is not lost. */
  sessionLoss: (error: unknown) => SessionLoss | undefined
  /** Returns the last lines of a program's error output; empty for a server at an address. */
  errorTail: () => string
  /** Ends the connection, and the server's program. */
  close: () => Promise<void>
}

export interface ConnectOptions extends LaunchDeps {
  signal: AbortSignal
  /** The revisions that a program is known to speak; undefined if it is not known. */
  era?: 'legacy' | 'modern' | undefined
  /**
   * Called when the stream of a server's own messages can't be resumed because its session is lost.
   */
  onSessionLost?: () => void
  /** Gets the tools when the server says that they have changed. */
  onTools: (tools: readonly McpTool[], client: Client) => void
  /** Adds handlers for what the server may ask, before it can ask. */
  prepare: (client: Client) => void
  /** The sign-ins of this server; without them one that needs a sign-in is not reached. */
  signIns?: ServerSignIns | undefined
  /** Gets the process as soon as it runs, so that its error output can be shown meanwhile. */
  onProcess?: (server: ServerProcess) => void
}

export interface ServerSignIns {
  read: (server: URL) => Promise<SignIn>
  write: (server: URL, signIn: SignIn) => Promise<void>
  /** Asks the user to sign in at an address, and opens it. */
  ask: (address: string, signal: AbortSignal) => Promise<boolean>
  /** The keys that this server's id tokens are signed with. */
  keys: ServerKeys
  /** The clock for id tokens, in milliseconds since 1970. */
  now: () => number
}
