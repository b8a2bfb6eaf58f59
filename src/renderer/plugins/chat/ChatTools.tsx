import { useAtomValue } from 'jotai'
import { Blocks } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { PopoverButton } from '../../ui/controls/PopoverButton.tsx'
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
  const hasPlugins = (useAtomValue(installedPluginsAtom) ?? []).some(({ enabled }) => enabled)
  useEffect(() => void loadPlugins(), [])
  if (!hasPlugins) return null
  const title = t('plugins.chat.button')
  return (
    <PopoverButton label={title} icon={<Blocks aria-hidden className="size-4.5" />} title={title}>
      {(close) => <ChatToolList {...props} onLeave={close} />}
    </PopoverButton>
  )
}
