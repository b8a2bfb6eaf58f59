import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { AnswerBody } from './AnswerBody.tsx'
import { MessageActions } from './MessageActions.tsx'

/** Loaded when needed: few questions go to several models. */
const answerColumns = lazyComponent(
  async () => (await import('../columns/AnswerColumns.tsx')).AnswerColumns,
)

interface AssistantMessageProps {
  message: Message
  last: boolean
}

/** Shows an answer with all that belongs to it, and those in columns beside it. */
export function AssistantMessage({ message, last }: AssistantMessageProps): ReactNode {
  if (message.columns) {
    return <answerColumns.Component shown={message} columns={message.columns} />
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AnswerBody message={message} last={last} />
      <MessageActions message={message} shown={last} />
    </div>
  )
}
