import { useAtomValue } from 'jotai'
import { LibraryBig } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import { basesAtom, loadBases } from '../bases.ts'
import { ChatBaseList } from './ChatBaseList.tsx'
import { useChatKnowledge } from './useChatKnowledge.ts'

interface ChatBasesProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The chat's model, if anything is known of it. */
  model: Model | undefined
}

/** Shows the button for the bases of a chat; without bases there is none. */
export function ChatBases({ conversationId, model }: ChatBasesProps): ReactNode {
  const { t, i18n } = useTranslation()
  const bases = useAtomValue(basesAtom)
  const choice = useChatKnowledge(conversationId, bases)
  useEffect(() => void loadBases(), [])
  if (!bases || bases.length === 0) return null
  const count = choice.chosen?.baseIds.length ?? 0
  const title = t('knowledge.title')
  const label = count === 0 ? title : t('knowledge.chat.button', { count })
  return (
    <PopoverButton
      label={label}
      icon={
        <>
          <LibraryBig aria-hidden className="size-4.5" />
          {count > 0 && (
            <span aria-hidden className="text-xs tabular-nums">
              {formatNumber(i18n.language, count)}
            </span>
          )}
        </>
      }
      className={count > 0 ? 'w-auto! gap-1 px-2 text-accent-ink' : ''}
      title={title}
    >
      {(close) => (
        <ChatBaseList
          {...choice}
          bases={bases}
          hasTools={model?.capabilities?.tools === true}
          onLeave={close}
        />
      )}
    </PopoverButton>
  )
}
