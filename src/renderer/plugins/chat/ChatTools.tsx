import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { Blocks } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePopup } from '../../ui/layers.ts'
import { installedPluginsAtom, loadPlugins } from '../installedPlugins.ts'
import { ChatToolList } from './ChatToolList.tsx'

interface ChatToolsProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The chat's model, if anything is known of it. */
  model: Model | undefined
}

/** Shows the button for the plugins of a chat; without plugins there is none. */
export function ChatTools(props: ChatToolsProps): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = usePopup()
  const hasPlugins = (useAtomValue(installedPluginsAtom) ?? []).some(({ enabled }) => enabled)
  useEffect(() => void loadPlugins(), [])
  if (!hasPlugins) return null
  const title = t('plugins.chat.button')
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        render={
          <IconButton
            label={title}
            tooltipSide="top"
            icon={<Blocks aria-hidden className="size-4.5" />}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={title}
            className="popup-motion flex max-h-[min(28rem,var(--available-height))] w-80 max-w-(--available-width) flex-col rounded-xl bg-raised text-sm text-ink shadow-popup outline-none"
          >
            <ChatToolList {...props} onLeave={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
