import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { preloadMarkdown } from '../markdown/Markdown.tsx'
import { ChatHeader } from './ChatHeader.tsx'
import { openThread } from './conversation/thread.ts'
import { startCopying } from './copying/copySelection.ts'
import { FindBar } from './find/FindBar.tsx'
import { ConversationLog } from './log/ConversationLog.tsx'

preloadMarkdown().catch((error: unknown) => {
  console.error('Markdown could not be loaded', error)
})

/** Shows the messages of a conversation and its find bar. */
export function OpenChat({ conversationId }: { conversationId: string }): ReactNode {
  useEffect(startCopying, [])
  const thread = openThread(conversationId)
  return (
    <>
      <ChatHeader thread={thread} />
      <FindBar key={`find-${conversationId}`} thread={thread} />
      <ConversationLog key={`log-${conversationId}`} thread={thread} />
    </>
  )
}
