import type { Message } from '../../../shared/chat.ts'
import type { Api } from '../../core/bridge.ts'

type Answer = Awaited<ReturnType<Api['pluginFrames']['receive']>>

interface PageLinkOptions {
  /** Asks main for the answer to a message. */
  send: (message: unknown) => Promise<Answer>
  /** Posts an answer to the page. */
  post: (reply: Answer['replies'][number]) => void
  onChanged: (message: Message) => void
  onAsksModel: () => void
}

interface PageLink {
  take: (message: unknown) => void
  close: () => void
}

/** Passes a page's messages to main one after the other, so that what it keeps stays in order. */
export function createPageLink(options: PageLinkOptions): PageLink {
  let last = Promise.resolve()
  let isClosed = false
  const answer = async (message: unknown): Promise<void> => {
    if (isClosed) return
    const { replies, message: changed, asksModel } = await options.send(message)
    if (changed) options.onChanged(changed)
    if (isClosed) return
    for (const reply of replies) options.post(reply)
    if (asksModel) options.onAsksModel()
  }
  return {
    take(message) {
      last = last
        .then(() => answer(message))
        .catch((error: unknown) => {
          console.warn('A message of a page had no effect', error)
        })
    },
    close: () => void (isClosed = true),
  }
}
