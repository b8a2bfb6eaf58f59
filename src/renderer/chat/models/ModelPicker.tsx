import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { currentModelAtom, currentModelDetailsAtom } from '../conversation/currentModel.ts'
import { askedModelsAtom } from '../conversation/otherModels.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { retirementStage } from './retirementStage.ts'

const buttonId = 'model-button'

const modelMenu = lazyComponent(async () => (await import('./ModelMenu.tsx')).ModelMenu)

export function openModelPicker(): void {
  document.getElementById(buttonId)?.click()
}

/** Shows the current model's name as the button that opens the list of models. */
export function ModelPicker(): ReactNode {
  const { t, i18n } = useTranslation()
  const current = useAtomValue(currentModelAtom)
  const details = useAtomValue(currentModelDetailsAtom)
  const others = useAtomValue(askedModelsAtom).length - 1
  const [open, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  const nameId = useId()
  const name = details?.name ?? current?.modelId ?? t('chat.model.none')
  const stage = retirementStage(details?.retirement)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        id={buttonId}
        aria-labelledby={`${nameId} ${nameId}-model`}
        aria-haspopup="listbox"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="pressable flex h-8 max-w-[min(20rem,100%-2.5rem)] min-w-0 items-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink"
      >
        <span id={nameId} hidden>
          {t('chat.model.button')}
        </span>
        {stage && <span aria-hidden className="size-2 shrink-0 rounded-full bg-danger-ink" />}
        {/* The accessible name must contain the visible text: WCAG 2.5.3. */}
        <span id={`${nameId}-model`} dir="auto" className="truncate">
          {name}
          {others > 0 && ` +${formatNumber(i18n.language, others)}`}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {wasOpen && button && (
        <modelMenu.Component open={open} onOpenChange={setOpen} button={button} />
      )}
    </>
  )
}
