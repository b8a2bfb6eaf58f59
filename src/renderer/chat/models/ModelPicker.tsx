import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentModelAtom, currentModelDetailsAtom } from '../conversation/currentModel.ts'
import { retirementStage } from './retirement.ts'

const buttonId = 'model-button'
const afterPaintMilliseconds = 100

const ModelMenu = lazy(async () => ({
  default: (await import('./ModelMenu.tsx')).ModelMenu,
}))

export function openModelPicker(): void {
  document.getElementById(buttonId)?.click()
}

/** The current model's name, which opens the list of all models. */
export function ModelPicker(): ReactNode {
  const { t } = useTranslation()
  const current = useAtomValue(currentModelAtom)
  const details = useAtomValue(currentModelDetailsAtom)
  const [open, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const fetched = useFetchedWhenPainted(open)
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
        className="pressable flex h-8 min-w-0 items-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink"
      >
        <span id={nameId} hidden>
          {t('chat.model.button')}
        </span>
        {stage && <span aria-hidden className="size-2 shrink-0 rounded-full bg-danger-ink" />}
        {/* What is visible has to be in the name: WCAG 2.5.3. */}
        <span id={`${nameId}-model`} dir="auto" className="truncate">
          {name}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {fetched && button && (
        <Suspense fallback={null}>
          <ModelMenu open={open} onOpenChange={setOpen} button={button} />
        </Suspense>
      )}
    </>
  )
}

/** The list is fetched once the first paint is over, or when it is asked for. */
function useFetchedWhenPainted(asked: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let timer: number | undefined
    // A frame's callbacks run before it is painted, and a timer's after it.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true), afterPaintMilliseconds)
    })
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [])
  return painted || asked
}
