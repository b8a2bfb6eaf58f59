import { atom } from 'jotai'
import type { WireError } from '../../shared/errors.ts'
import type { McpServerState } from '../../shared/plugins/mcp.ts'
import type { InstalledPlugin } from '../../shared/plugins/plugins.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'
import { visibleText } from '../ui/visibleText.ts'

/** The states of the MCP servers that were used since the start, by the ids of their plugins. */
export const serverStatesAtom = atom<ReadonlyMap<string, McpServerState>>(new Map())

/** Returns why a server fails. Where main names no subject, it is the plugin. */
export function serverError(
  state: McpServerState | undefined,
  { sheet }: InstalledPlugin,
): WireError | null {
  if (state?.phase !== 'failing' || !state.error) return null
  const { details } = state.error
  return {
    ...state.error,
    details: { ...details, subject: details?.subject ?? visibleText(sheet.title) },
  }
}

let following = false

/** Keeps the servers' states up to date from the first call on. */
export function followServers(): void {
  if (following) return
  following = true
  api.mcp.stateChanged((state) => putStates([state]))
  attempt(
    api.mcp.states({}).then((states) => {
      // States that arrived meanwhile are newer.
      putStates(states.filter(({ id }) => !store.get(serverStatesAtom).has(id)))
    }),
  )
}

function putStates(states: readonly McpServerState[]): void {
  store.set(
    serverStatesAtom,
    (known) => new Map([...known, ...states.map((state) => [state.id, state] as const)]),
  )
}
