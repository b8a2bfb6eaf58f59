import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../shared/chat.ts'
import type { Citation } from '../../shared/providers.ts'
import { CopyButton } from '../markdown/CopyButton.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import type { References } from '../markdown/references.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { regenerate } from './answering.ts'
import { attempt } from './failures.ts'
import { MessageDetails } from './MessageDetails.tsx'
import { Reasoning } from './Reasoning.tsx'
import { ReplyNotice } from './ReplyNotice.tsx'
import { textOf } from './replyMessage.ts'
import { runningRepliesAtom } from './replies.ts'
import { SourceChip, Sources } from './Sources.tsx'
import { VersionSwitch } from './VersionSwitch.tsx'

interface AssistantMessageProps {
  message: Message
  last: boolean
}

export function AssistantMessage({ message, last }: AssistantMessageProps): ReactNode {
  const streaming = message.status === 'streaming'
  const references = useReferences(message.citations)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {message.parts.map((part, index) => {
        const growing = streaming && index === message.parts.length - 1
        if (part.type === 'reasoning') {
          return <Reasoning key={index} text={part.text} active={growing} message={message} />
        }
        return <Markdown key={index} text={part.text} streaming={growing} references={references} />
      })}
      {streaming && message.parts.length === 0 && <Waiting />}
      <Sources citations={message.citations} />
      <ReplyNotice message={message} last={last} />
      {!streaming && <Actions message={message} last={last} />}
    </div>
  )
}

function useReferences(citations: readonly Citation[]): References | undefined {
  return useMemo(() => {
    if (citations.length === 0) return undefined
    const byNumber = new Map(citations.map((citation) => [citation.number, citation]))
    return {
      numbers: new Set(byNumber.keys()),
      render: (number) => {
        const citation = byNumber.get(number)
        return citation && <SourceChip citation={citation} />
      },
    }
  }, [citations])
}

function Waiting(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="waiting">
      <span className="sr-only">{t('chat.message.waiting')}</span>
    </div>
  )
}

function Actions({ message, last }: AssistantMessageProps): ReactNode {
  const { t } = useTranslation()
  const answering = useAtomValue(runningRepliesAtom).has(message.conversationId)
  const text = textOf(message)
  return (
    <div className={last ? 'message-actions message-actions-shown' : 'message-actions'}>
      <VersionSwitch message={message} />
      {text !== '' && <CopyButton label={t('chat.message.copy')} text={() => text} />}
      <IconButton
        size="small"
        label={t('chat.message.regenerate')}
        icon={<RefreshCw aria-hidden className="size-4" />}
        disabled={answering}
        onClick={() => attempt(regenerate(message))}
      />
      <MessageDetails message={message} />
    </div>
  )
}
