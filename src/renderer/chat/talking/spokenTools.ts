import { atom } from 'jotai'
import type { Message } from '../../../shared/chat/chat.ts'
import type { ToolResultPart } from '../../../shared/chat/parts.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import type { ToolsCourse } from '../../realtime/realtimeSession.ts'
import type { RunningReply } from '../conversation/replies.ts'
import { openThread, reloadThread } from '../conversation/thread.ts'
import type { Thread } from '../conversation/thread.ts'

/**
 * Resolves to the results of a realtime session's calls, by their ids, once all have ended. The user
 * decides about them in the chat. At the end of the session those that still wait are stopped; one
 * that runs goes on, and the chat keeps its result.
 */
export function untilToolsEnded(
  { conversationId, messageId }: RunningReply,
  { ending, onState }: ToolsCourse,
): Promise<ReadonlyMap<string, string>> {
  const thread = openThread(conversationId)
  const messageAtom = atom((get) => {
    const entry = get(thread.stateAtom).messages.findLast(({ id }) => id === messageId)
    return entry?.atom && get(entry.atom)
  })
  return new Promise((resolve) => {
    let isStopping = false
    const follow = (): void => {
      const message = store.get(messageAtom)
      if (!message) return
      if (message.status === 'streaming') return onState('running')
      if (message.status === 'awaiting') {
        onState('awaiting')
        if (ending.aborted && !isStopping) {
          isStopping = true
          attempt(stopCalls(thread, messageId))
        }
        return
      }
      unfollow()
      ending.removeEventListener('abort', follow)
      resolve(resultsOf(message))
    }
    const unfollow = store.sub(messageAtom, follow)
    ending.addEventListener('abort', follow)
    follow()
  })
}

async function stopCalls(thread: Thread, messageId: string): Promise<void> {
  await api.chat.stop({ messageId })
  await reloadThread(thread)
}

/** Returns a text for each call. One that has no result was stopped, or could not be run. */
function resultsOf({ parts, error }: Message): ReadonlyMap<string, string> {
  const missing = error ? `The call could not be run: ${error.message}` : 'The user declined.'
  return new Map(
    parts.flatMap((part): [string, string][] => {
      if (part.type === 'toolCall') return [[part.id, missing]]
      return part.type === 'toolResult' ? [[part.id, textOf(part)]] : []
    }),
  )
}

/** Returns a result as text. A session takes no files. */
function textOf({ text, files = [] }: ToolResultPart): string {
  const notes = files.map(
    ({ name, mediaType }) =>
      `[The file ${name} (${mediaType}) can't be given to you. The user sees it.]`,
  )
  return [text, ...notes].filter((line) => line !== '').join('\n\n')
}
