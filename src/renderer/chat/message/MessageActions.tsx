import { useAtomValue } from 'jotai'
import { GraduationCap, Pencil, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { attempt } from '../../core/failures.ts'
import { goodExamplesAtom, markExample } from '../../fineTuning/goodExamples.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ReadAloudButton } from '../../voices/ReadAloudButton.tsx'
import { regenerate } from '../conversation/answering.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { readableMessage } from '../talking/readableMessage.ts'
import { copiedMessage } from './copiedMessage.ts'
import { requestEdit } from './editRequest.ts'
import { MessageDetails } from './MessageDetails.tsx'
import { MoreActions } from './MoreActions.tsx'
import { VersionSwitch } from './VersionSwitch.tsx'

interface ButtonProps {
  message: Message
}

interface MessageAction {
  id: string
  /** The messages that have it; without it, all. */
  role?: Message['role']
  /** Whether it works on the text, which an empty message lacks. */
  needsText?: boolean
  /** Whether an answer has it while it is being written. */
  whileStreaming?: boolean
  Button: (props: ButtonProps) => ReactNode
}

/** Every button below a message, in order. What is needed rarely is in `MoreActions`. */
const messageActions: readonly MessageAction[] = [
  { id: 'version', Button: VersionSwitch },
  { id: 'copy', needsText: true, Button: CopyMessage },
  { id: 'read', role: 'assistant', needsText: true, whileStreaming: true, Button: ReadMessage },
  { id: 'regenerate', role: 'assistant', Button: Regenerate },
  { id: 'goodExample', role: 'assistant', needsText: true, Button: GoodExample },
  { id: 'details', role: 'assistant', Button: MessageDetails },
  { id: 'edit', role: 'user', Button: EditMessage },
  { id: 'more', Button: MoreActions },
]

interface MessageActionsProps {
  message: Message
  /** Whether they show without the pointer. */
  shown?: boolean
}

/** Shows the buttons that a message has now. */
export function MessageActions({ message, shown = false }: MessageActionsProps): ReactNode {
  const streaming = message.status === 'streaming'
  const hasText = message.parts.some((part) => part.type === 'text' && part.text !== '')
  const offered = messageActions.filter(
    ({ role = message.role, needsText, whileStreaming }) =>
      role === message.role && (!needsText || hasText) && (!streaming || whileStreaming),
  )
  if (offered.length === 0) return null
  return (
    <div
      className={shown && !streaming ? 'message-actions message-actions-shown' : 'message-actions'}
    >
      {offered.map(({ id, Button }) => (
        <Button key={id} message={message} />
      ))}
    </div>
  )
}

function CopyMessage({ message }: ButtonProps): ReactNode {
  const { t } = useTranslation()
  return <CopyButton label={t('chat.message.copy')} text={() => copiedMessage(message, t)} />
}

function ReadMessage({ message: { conversationId, id } }: ButtonProps): ReactNode {
  const source = useMemo(() => readableMessage(conversationId, id), [conversationId, id])
  return <ReadAloudButton source={source} />
}

function Regenerate({ message }: ButtonProps): ReactNode {
  const { t } = useTranslation()
  const answering = useAtomValue(runningRepliesAtom).has(message.conversationId)
  return (
    <IconButton
      size="small"
      label={t('chat.message.regenerate')}
      icon={<RefreshCw aria-hidden className="size-4" />}
      disabled={answering}
      onClick={() => attempt(regenerate(message))}
    />
  )
}

/** Shows that an answer is marked as a good example, and takes the mark away. */
function GoodExample({ message: { id } }: ButtonProps): ReactNode {
  const { t } = useTranslation()
  if (!useAtomValue(goodExamplesAtom).has(id)) return null
  return (
    <IconButton
      size="small"
      label={t('chat.message.goodExample')}
      icon={<GraduationCap aria-hidden className="size-4" />}
      aria-pressed
      className="text-accent-ink"
      onClick={() => attempt(markExample(id, false))}
    />
  )
}

function EditMessage({ message }: ButtonProps): ReactNode {
  const { t } = useTranslation()
  return (
    <IconButton
      size="small"
      label={t('chat.message.edit')}
      icon={<Pencil aria-hidden className="size-4" />}
      onClick={() => requestEdit(message.id)}
    />
  )
}
