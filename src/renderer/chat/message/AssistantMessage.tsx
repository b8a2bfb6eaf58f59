import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import { AnswerBody } from './AnswerBody.tsx'
import { MessageActions } from './MessageActions.tsx'

interface AssistantMessageProps {
  message: Message
  last: boolean
}

/** Shows an answer with all that belongs to it. */
export function AssistantMessage({ message, last }: AssistantMessageProps): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AnswerBody message={message} last={last} />
      <MessageActions message={message} shown={last} />
    </div>
  )
}
