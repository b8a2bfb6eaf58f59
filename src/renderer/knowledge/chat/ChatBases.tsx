import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { LibraryBig } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePopup } from '../../ui/layers.ts'
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
  const [open, setOpen] = usePopup()
  const bases = useAtomValue(basesAtom)
  const choice = useChatKnowledge(conversationId, bases)
  useEffect(() => void loadBases(), [])
  if (!bases || bases.length === 0) return null
  const count = choice.chosen?.baseIds.length ?? 0
  const title = t('knowledge.title')
  const label = count === 0 ? title : t('knowledge.chat.button', { count })
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        render={
          <IconButton
            label={label}
            tooltipSide="top"
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
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={title}
            className="popup-motion flex max-h-[min(28rem,var(--available-height))] w-80 max-w-(--available-width) flex-col rounded-xl bg-raised text-sm text-ink shadow-popup outline-none"
          >
            <ChatBaseList
              {...choice}
              bases={bases}
              hasTools={model?.capabilities?.tools === true}
              onLeave={() => setOpen(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
