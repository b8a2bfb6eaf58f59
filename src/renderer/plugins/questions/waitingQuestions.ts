import { atom } from 'jotai'
import type { McpQuestion } from '../../../shared/plugins/mcp.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'

/** The questions of plugins' servers that wait for the user, the oldest first. */
export const waitingQuestionsAtom = atom<readonly McpQuestion[]>([])

let following = false

/** Loads the questions, and keeps them up to date from the first call on. */
export async function followQuestions(): Promise<void> {
  if (following) return
  following = true
  const settled = new Set<string>()
  const add = (asked: readonly McpQuestion[]): void =>
    store.set(waitingQuestionsAtom, (known) => [
      ...known,
      ...asked.filter(
        ({ questionId }) =>
          !settled.has(questionId) && known.every((one) => one.questionId !== questionId),
      ),
    ])
  api.mcp.asked((question) => add([question]))
  api.mcp.settled(({ questionId }) => {
    settled.add(questionId)
    store.set(waitingQuestionsAtom, (known) => known.filter((one) => one.questionId !== questionId))
  })
  add(await api.mcp.questions({}))
}
