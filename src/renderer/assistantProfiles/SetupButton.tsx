import { useAtomValue } from 'jotai'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { assistantList } from './assistants.ts'
import { useChatSetup } from './chatSetups.ts'
import { setupPanelAtom, toggleSetupPanel } from './setupPanel.ts'

/** Shows the button for the instructions and parameters of a chat. */
export function SetupButton({ conversationId }: { conversationId: string | null }): ReactNode {
  const { t } = useTranslation()
  const { chatSetup } = useChatSetup(conversationId)
  const assistants = useAtomValue(assistantList.recordsAtom)
  const isOpen = useAtomValue(setupPanelAtom) !== undefined
  useEffect(() => void assistantList.load(), [])
  const assistant = assistants?.find(({ id }) => id === chatSetup?.assistantId)
  const isPlain = !assistant && chatSetup?.hasOwn !== true
  const title = t('assistantProfiles.title')
  return (
    <IconButton
      label={assistant ? t('assistantProfiles.buttonOf', { name: assistant.name }) : title}
      tooltipSide="top"
      aria-expanded={isOpen}
      icon={
        <>
          <SlidersHorizontal aria-hidden className="size-4.5" />
          {assistant && (
            <bdi aria-hidden className="max-w-40 truncate text-xs">
              {assistant.emoji || assistant.name}
            </bdi>
          )}
        </>
      }
      className={isPlain ? '' : 'w-auto! gap-1 px-2 text-accent-ink!'}
      onClick={toggleSetupPanel}
    />
  )
}
