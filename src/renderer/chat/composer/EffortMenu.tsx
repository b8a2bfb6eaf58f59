import { useAtomValue } from 'jotai'
import { Lightbulb } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeChatSetup, useChatSetup } from '../../assistantProfiles/chatSetups.ts'
import type { ReasoningEffort } from '../../../shared/models.ts'
import { preferencesAtom } from '../../core/store.ts'
import { updatePreferences } from '../../core/updatePreferences.ts'
import { Menu } from '../../ui/layers/Menu.tsx'
import { MenuRadioGroup } from '../../ui/layers/MenuRadioGroup.tsx'
import { composerId } from './composing.ts'
import { everyOf } from '../../core/everyOf.ts'

/** A copy of the contract's list: its schemas stay out of the page. */
const efforts = everyOf<ReasoningEffort>({
  auto: true,
  none: true,
  low: true,
  medium: true,
  high: true,
})

/**
 * Shows the choice of reasoning effort, for a model that has one: that of the chat if it has one of
 * its own, else that of all chats.
 */
export function EffortMenu({ conversationId }: { conversationId: string | null }): ReactNode {
  const { t } = useTranslation()
  const preferred = useAtomValue(preferencesAtom)?.reasoningEffort
  const setup = useChatSetup(conversationId).chatSetup?.setup
  const ofChat = setup?.effort ?? null
  const effort = ofChat ?? preferred
  const button = useRef<HTMLButtonElement>(null)
  const picked = useRef(false)
  if (effort === undefined) return null
  return (
    <Menu
      side="top"
      onOpenChange={(open) => {
        if (open) picked.current = false
      }}
      finalFocus={() => (picked.current ? document.getElementById(composerId) : button.current)}
      trigger={
        <button
          ref={button}
          type="button"
          className="pressable flex h-8 shrink-0 items-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink"
        >
          <Lightbulb aria-hidden className="size-4 shrink-0" />
          <span className="@max-lg:sr-only">
            {t('chat.effort.button', { effort: t(`chat.effort.${effort}`) })}
          </span>
        </button>
      }
    >
      <MenuRadioGroup
        label={t('chat.effort.label')}
        value={effort}
        options={efforts.map((value) => ({ value, label: t(`chat.effort.${value}`) }))}
        onValueChange={(chosen) => {
          picked.current = true
          if (setup && ofChat !== null)
            changeChatSetup(conversationId, { ...setup, effort: chosen })
          else updatePreferences({ reasoningEffort: chosen })
        }}
      />
    </Menu>
  )
}
