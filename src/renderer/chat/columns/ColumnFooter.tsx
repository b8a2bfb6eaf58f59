import { ListPlus, RefreshCw, Square } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { maxColumns } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { spendingText } from '../../core/spendingText.ts'
import { useSpending } from '../../core/useSpending.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { formatNumber, formatSeconds } from '../../ui/formatAmount.ts'
import { regenerate } from '../conversation/answering.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { copiedMessage } from '../message/copiedMessage.ts'
import { MessageDetails } from '../message/MessageDetails.tsx'
import { CompareWith } from './CompareWith.tsx'
import { goOnWithColumn } from './goOnWithColumn.ts'

interface ColumnFooterProps {
  message: Message
  /** Whether the chat goes on from it. */
  isShown: boolean
  /** The number of columns. */
  total: number
}

/** Shows what a column took, and what can be done with it alone. */
export function ColumnFooter({ message, isShown, total }: ColumnFooterProps): ReactNode {
  const { t } = useTranslation()
  const { id, status } = message
  if (status === 'streaming') {
    return (
      <div className="mt-auto flex">
        <IconButton
          size="small"
          label={t('chat.composer.stop')}
          icon={<Square aria-hidden className="size-3.5 fill-current" />}
          onClick={({ currentTarget }) => {
            focusColumn(currentTarget)
            attempt(api.chat.stop({ messageId: id }))
          }}
        />
      </div>
    )
  }
  return (
    <div className="mt-auto space-y-2 pt-1">
      {isShown && <p className="text-xs text-muted">{t('chat.columns.shown')}</p>}
      <ColumnFacts message={message} />
      <div className="-mx-1.5 flex flex-wrap items-center gap-0.5">
        {textOf(message) !== '' && (
          <CopyButton label={t('chat.message.copy')} text={() => copiedMessage(message, t)} />
        )}
        <IconButton
          size="small"
          label={t('chat.message.regenerate')}
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={({ currentTarget }) => {
            focusColumn(currentTarget)
            attempt(regenerate(message))
          }}
        />
        {total < maxColumns && status !== 'awaiting' && <AddColumn message={message} />}
        <MessageDetails message={message} />
      </div>
      <Button size="small" onClick={() => attempt(goOnWithColumn(message))}>
        {t('chat.message.goOnWith')}
      </Button>
    </div>
  )
}

/** Lets one more model answer the same message. */
function AddColumn({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        label={t('chat.columns.compareWith')}
        icon={<ListPlus aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      />
      {open && <CompareWith message={message} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the time, the tokens and the cost of an answer. */
function ColumnFacts({ message }: { message: Message }): ReactNode {
  const { t, i18n } = useTranslation()
  const { conversationId, id: messageId, usage, durationMilliseconds } = message
  const read = useCallback(
    () => api.spending.answer({ conversationId, messageId }),
    [conversationId, messageId],
  )
  const { value } = useSpending(read)
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
  const facts = [
    durationMilliseconds !== null && formatSeconds(i18n.language, durationMilliseconds / 1000),
    tokens > 0 &&
      t('chat.columns.tokens', { count: tokens, formatted: formatNumber(i18n.language, tokens) }),
    value && value.answer.requests > 0 && spendingText(t, i18n.language, value.answer),
  ].filter((fact) => typeof fact === 'string')
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums empty:hidden">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** Moves the focus from a button that is about to go to its column. */
function focusColumn(button: HTMLElement): void {
  button.closest<HTMLElement>('.answer-column')?.focus({ preventScroll: true })
}
