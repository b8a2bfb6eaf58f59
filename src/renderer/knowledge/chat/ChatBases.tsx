import { useAtomValue } from 'jotai'
import { LibraryBig } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { PopoverButton } from '../../ui/controls/PopoverButton.tsx'
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
  const chosen = bases.filter(({ id }) => choice.chosen?.baseIds.includes(id))
  const [first] = chosen
  const count = chosen.length
  const only = count === 1 ? first?.name : undefined
  const title = t('knowledge.title')
  const label =
    only !== undefined
      ? t('knowledge.chat.buttonOf', { name: only })
      : count === 0
        ? title
        : t('knowledge.chat.button', { count })
  return (
    <PopoverButton
      label={label}
      icon={
        <>
          <LibraryBig aria-hidden className="size-4.5" />
          {count > 0 && (
            <bdi aria-hidden className="max-w-40 truncate text-xs tabular-nums">
              {only ?? formatNumber(i18n.language, count)}
            </bdi>
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
