import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { maxTitleLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { NameField } from '../../core/NameField.tsx'
import { putConversation } from '../conversation/conversations.ts'

interface TitleFieldProps {
  conversation: Conversation
  onClose: () => void
}

/** Edits a chat's title in place. */
export function TitleField({ conversation, onClose }: TitleFieldProps): ReactNode {
  const { t } = useTranslation()
  return (
    <NameField
      label={t('chat.list.titleField')}
      value={conversation.title}
      maxLength={maxTitleLength}
      onSave={(title) => attempt(rename(conversation, title))}
      onClose={onClose}
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
