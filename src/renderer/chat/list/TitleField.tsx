import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { tooltipOf } from '../../ui/layers/tooltipOf.ts'
import { putConversation } from '../conversation/conversations.ts'
import { attempt } from '../../core/failures.ts'
import { isPlainEnter } from '../../core/isPlainEnter.ts'
import { maxTitleLength } from '../../../shared/limits.ts'

interface TitleFieldProps {
  conversation: Conversation
  onClose: () => void
}

/** Edits a chat's title in place: Enter and leaving the field save it, Escape does not. */
export function TitleField({ conversation, onClose }: TitleFieldProps): ReactNode {
  const { t } = useTranslation()
  const [title, setTitle] = useState(conversation.title)
  const field = useRef<HTMLInputElement>(null)
  const closed = useRef(false)
  useLayoutEffect(() => field.current?.focus(), [])

  const close = (keep: boolean): void => {
    if (closed.current) return
    closed.current = true
    const trimmed = title.trim()
    if (keep && trimmed && trimmed !== conversation.title) attempt(rename(conversation, trimmed))
    onClose()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (isPlainEnter(event.nativeEvent)) close(true)
    else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      close(false)
    }
  }

  return (
    <input
      ref={field}
      {...tooltipOf(title, { whenCut: true })}
      dir="auto"
      value={title}
      maxLength={maxTitleLength}
      aria-label={t('chat.list.titleField')}
      onChange={(event) => setTitle(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => close(true)}
      onKeyDown={onKeyDown}
      className="field h-full w-full px-2.5 text-sm"
    />
  )
}

async function rename(conversation: Conversation, title: string): Promise<void> {
  putConversation({ ...conversation, title })
  try {
    putConversation(await api.chat.rename({ id: conversation.id, title }))
  } catch (error) {
    putConversation(conversation)
    throw error
  }
}
