import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat.ts'
import type { Citation } from '../../../shared/parts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ReadableText } from '../../voices/readableText.ts'
import { ReadAloudButton } from '../../voices/ReadAloudButton.tsx'
import { regenerate } from '../conversation/answering.ts'
import { AnswerParts } from './AnswerParts.tsx'
import { attempt } from '../../core/failures.ts'
import { MessageDetails } from './MessageDetails.tsx'
import { readableMessage } from '../talking/readableMessage.ts'
import { ReplyNotice } from './ReplyNotice.tsx'
import { textOf } from '../conversation/replyMessage.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { ReplyWarnings } from './ReplyWarnings.tsx'
import { PressedSourcePopover, Sources } from './Sources.tsx'
import type { PressedSource } from './Sources.tsx'
import { VersionSwitch } from './VersionSwitch.tsx'

interface AssistantMessageProps {
  message: Message
  last: boolean
}

export function AssistantMessage({ message, last }: AssistantMessageProps): ReactNode {
  const streaming = message.status === 'streaming'
  const sources = useSourceNames(message.citations)
  const [pressed, setPressed] = useState<PressedSource>()
  const openSource = useCallback(
    (number: number, anchor: HTMLElement) => setPressed({ number, anchor }),
    [],
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AnswerParts message={message} sources={sources} onOpenSource={openSource} />
      <PressedSourcePopover
        citations={message.citations}
        pressed={pressed}
        onClose={() => setPressed(undefined)}
      />
      <Sources citations={message.citations} onOpen={openSource} />
      <ReplyWarnings message={message} />
      <ReplyNotice message={message} last={last} />
      {streaming ? (
        <StreamingActions message={message} />
      ) : (
        <Actions message={message} last={last} />
      )}
    </div>
  )
}

/** Returns the names of the sources that the text may cite, by number. */
function useSourceNames(citations: readonly Citation[]): ReadonlyMap<number, string> {
  return useMemo(() => new Map(citations.map(({ number, title }) => [number, title])), [citations])
}

/** Shows the actions for an answer that is still being written. */
function StreamingActions({ message }: { message: Message }): ReactNode {
  const source = useReadable(message)
  if (textOf(message) === '') return null
  return (
    <div className="message-actions">
      <ReadAloudButton source={source} />
    </div>
  )
}

function useReadable({ conversationId, id }: Message): ReadableText {
  return useMemo(() => readableMessage(conversationId, id), [conversationId, id])
}

function Actions({ message, last }: AssistantMessageProps): ReactNode {
  const { t } = useTranslation()
  const answering = useAtomValue(runningRepliesAtom).has(message.conversationId)
  const source = useReadable(message)
  const text = textOf(message)
  return (
    <div className={last ? 'message-actions message-actions-shown' : 'message-actions'}>
      <VersionSwitch message={message} />
      {text !== '' && <CopyButton label={t('chat.message.copy')} text={() => text} />}
      {text !== '' && <ReadAloudButton source={source} />}
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
