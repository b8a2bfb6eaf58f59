import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { showLocale } from '../../../../src/renderer/core/i18n.ts'
import { store } from '../../../../src/renderer/core/store.ts'
import '../../../../src/renderer/core/appearance/theme.css'
import { ConversationLog } from '../../../../src/renderer/chat/log/ConversationLog.tsx'
import { forgetThread, openThread } from '../../../../src/renderer/chat/conversation/thread.ts'
import { preloadMarkdown } from '../../../../src/renderer/markdown/Markdown.tsx'
import { AssistantMessage } from '../../../../src/renderer/chat/message/AssistantMessage.tsx'
import { UserMessage } from '../../../../src/renderer/chat/message/UserMessage.tsx'
import type { Message, MessageOutline } from '../../../../src/shared/chat/chat.ts'
import type { Bridge } from '../../../../src/shared/ipc/wire.ts'
import { BareList } from './bareList.tsx'
import { textOf } from './messages.ts'
import type { StoredChat } from './messages.ts'
import type { MountList } from './mountList.ts'

interface PageInput {
  before: string | null
  limit: number
}

/** Enough time to paint the newest messages before the others. */
const outlineMilliseconds = 200

let stored: StoredChat | undefined

/** Creates main's answers without a disk. */
function createAnswers() {
  const messagesBefore = (before: string | null): StoredChat['messages'] => {
    const messages = stored?.messages ?? []
    return before === null ? messages : messages.slice(0, Number(before.slice(-12)))
  }
  return {
    'chat.messages': ({ before, limit }: PageInput) => {
      const all = messagesBefore(before)
      return { messages: all.slice(-limit), more: all.length > limit }
    },
    'chat.outline': async ({ before }: PageInput): Promise<MessageOutline[]> => {
      await new Promise((resolve) => setTimeout(resolve, outlineMilliseconds))
      return messagesBefore(before).map((message) => ({
        id: message.id,
        role: message.role,
        length: textOf(message).length,
      }))
    },
  }
}

function createBridge(answers: Record<string, (input: never) => unknown>): Bridge {
  return {
    call: async (name, input) => ({
      ok: true,
      value: (await answers[name]?.(input as never)) ?? {},
    }),
    stream: () => () => undefined,
    on: () => () => undefined,
  }
}

/** Loads everything that messages need. Returns a function that mounts the app's log. */
export async function prepareParleyList(): Promise<MountList> {
  await prepareApp()
  return (parent, chat) => {
    stored = chat
    const { id } = chat.conversation
    const root = createRoot(parent)
    root.render(
      <Provider store={store}>
        <ConversationLog thread={openThread(id)} />
      </Provider>,
    )
    return () => {
      root.unmount()
      forgetThread(id)
    }
  }
}

/** Prepares the same messages in the bare list, which holds them all in memory. */
export async function prepareSameRowsList(): Promise<MountList> {
  await prepareApp()
  return (parent, chat) => {
    const root = createRoot(parent)
    root.render(
      <Provider store={store}>
        <BareList {...chat} show={showMessage} />
      </Provider>,
    )
    return () => root.unmount()
  }
}

async function prepareApp(): Promise<void> {
  const answers: Record<string, (input: never) => unknown> = createAnswers()
  Object.assign(window, { bridge: createBridge(answers) })
  await showLocale('en-US')
  await preloadMarkdown()
}

const showMessage = (message: Message): ReactNode =>
  message.role === 'user' ? (
    <UserMessage message={message} />
  ) : (
    <AssistantMessage message={message} last={false} />
  )
