import { useAtomValue } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../shared/chat.ts'
import { AssistantMessage } from './AssistantMessage.tsx'
import { messageElementId } from './messageElementId.ts'
import { UserMessage } from './UserMessage.tsx'

interface MessageViewProps {
  messageAtom: PrimitiveAtom<Message>
  /** It is the last one of the conversation. */
  last: boolean
}

export const MessageView = memo(function MessageView(props: MessageViewProps): ReactNode {
  const { t } = useTranslation()
  const message = useAtomValue(props.messageAtom)
  const own = message.role === 'user'
  return (
    <article
      id={messageElementId(message.id)}
      aria-label={t(own ? 'chat.message.you' : 'chat.message.assistant')}
      aria-busy={message.status === 'streaming'}
      className={props.last ? 'message group/message' : 'message message-skippable group/message'}
    >
      {own ? (
        <UserMessage message={message} />
      ) : (
        <AssistantMessage message={message} last={props.last} />
      )}
    </article>
  )
})
