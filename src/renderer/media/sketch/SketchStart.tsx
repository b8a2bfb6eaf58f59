import { useAtomValue } from 'jotai'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SketchModel, SketchPrice } from '../../../shared/media/sketch.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { sketchPriceText } from './sketchPriceText.ts'
import { sketchViewAtom, startSketch, stopSketch } from './sketchSession.ts'
import type { ReadSketch } from './sketchSession.ts'

interface SketchStartProps {
  model: SketchModel
  price: SketchPrice | null | undefined
  read: ReadSketch
}

/** Starts and stops a session, with its price beside the button. */
export function SketchStart({ model, price, read }: SketchStartProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { phase, failure } = useAtomValue(sketchViewAtom)
  const [asking, setAsking] = useState(false)
  const isOff = phase === 'off'
  const start = async (priceAccepted: boolean): Promise<void> => {
    if (!(await startSketch(model, priceAccepted, read))) setAsking(true)
  }
  const priceText = price === undefined ? '' : sketchPriceText(t, i18n.language, price)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={isOff ? 'primary' : 'danger'}
          busy={phase === 'starting' || phase === 'stopping'}
          icon={
            isOff ? (
              <Play aria-hidden className="size-4" />
            ) : (
              <Square aria-hidden className="size-4" />
            )
          }
          onClick={() => attempt(isOff ? start(false) : stopSketch())}
        >
          {t(isOff ? 'media.liveSketch.start' : 'media.liveSketch.stop')}
        </Button>
        <p className="text-sm text-muted tabular-nums">{priceText}</p>
      </div>
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('media.price.askAny')}
        description={t('media.liveSketch.askHint', {
          price: sketchPriceText(t, i18n.language, price ?? null),
        })}
        confirmLabel={t('media.liveSketch.start')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => attempt(start(true))}
      />
    </div>
  )
}
