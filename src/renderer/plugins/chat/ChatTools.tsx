import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { Blocks } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import type { InstalledPlugin } from '../../../shared/plugins.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePopup } from '../../ui/layers.ts'
import type { InsertedContent } from '../content/insertedContent.ts'
import { PromptMenu } from '../content/PromptMenu.tsx'
import { installedPluginsAtom, loadPlugins } from '../installedPlugins.ts'
import { ChatToolList } from './ChatToolList.tsx'

interface ChatToolsProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The chat's model, if anything is known of it. */
  model: Model | undefined
  /** The composer's text, and the DOM id of its field. */
  text: string
  fieldId: string
  /** Gets what a server gives for the message. */
  onInsert: (content: InsertedContent) => void
}

const noPlugins: readonly InstalledPlugin[] = []

/** Shows the button for the plugins of a chat, and their prompts; without plugins there is nothing. */
export function ChatTools({ conversationId, model, ...composing }: ChatToolsProps): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = usePopup()
  const installed = useAtomValue(installedPluginsAtom) ?? noPlugins
  const hasPlugins = installed.some(({ enabled }) => enabled)
  useEffect(() => void loadPlugins(), [])
  if (!hasPlugins) return null
  const title = t('plugins.chat.button')
  return (
    <>
      <PromptMenu conversationId={conversationId} installed={installed} {...composing} />
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
              <ChatToolList
                conversationId={conversationId}
                model={model}
                onLeave={() => setOpen(false)}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}
