import { atom } from 'jotai'
import type { McpQuestion, McpServerState } from '../../shared/mcp.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'

/** The states of the MCP servers that were used since the start, by the ids of their plugins. */
export const serverStatesAtom = atom<ReadonlyMap<string, McpServerState>>(new Map())
/** What servers ask the user, the oldest first. */
export const questionsAtom = atom<readonly McpQuestion[]>([])

let following = false

/** Keeps the servers' states and questions up to date from the first call on. */
export function followServers(): void {
  if (following) return
  following = true
  const settled = new Set<string>()
  api.mcp.stateChanged((state) => putStates([state]))
  api.mcp.asked((question) => putQuestions([question]))
  api.mcp.settled(({ questionId }) => {
    settled.add(questionId)
    store.set(questionsAtom, (known) => known.filter((one) => one.questionId !== questionId))
  })
  attempt(
    Promise.all([
      api.mcp.states({}).then((states) => {
        // States that arrived meanwhile are newer.
        putStates(states.filter(({ id }) => !store.get(serverStatesAtom).has(id)))
      }),
      api.mcp
        .questions({})
        .then((asked) => putQuestions(asked.filter(({ questionId }) => !settled.has(questionId)))),
    ]),
  )
}

function putStates(states: readonly McpServerState[]): void {
  store.set(
    serverStatesAtom,
    (known) => new Map([...known, ...states.map((state) => [state.id, state] as const)]),
  )
}

function putQuestions(asked: readonly McpQuestion[]): void {
  store.set(questionsAtom, (known) => {
    const ids = new Set(known.map(({ questionId }) => questionId))
    return [...known, ...asked.filter(({ questionId }) => !ids.has(questionId))]
  })
}
