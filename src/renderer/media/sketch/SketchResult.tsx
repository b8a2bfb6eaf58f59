import { useAtomValue } from 'jotai'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SketchPrice } from '../../../shared/media/sketch.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoney } from '../../ui/formatAmount.ts'
import { sketchViewAtom } from './sketchSession.ts'

interface SketchResultProps {
  prompt: string
  price: SketchPrice | null | undefined
}

/** Shows the newest picture, what the session is doing and has cost, and keeps the picture. */
export function SketchResult({ prompt, price }: SketchResultProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { id, phase, picture, isFlagged, answers, ending } = useAtomValue(sketchViewAtom)
  const [kept, setKept] = useState('')
  const { run, running, failure } = useTask()
  const shown = picture && !isFlagged ? picture : undefined
  const key = `${id ?? ''} ${shown?.number ?? 0}`
  const keep = async (): Promise<void> => {
    if (!shown || id === undefined) return
    const { number } = shown
    await run(() => api.media.keepSketch({ id, number }))
    setKept(key)
  }
  const status =
    phase === 'off'
      ? ending && t(`media.liveSketch.ended.${ending}`)
      : t(`media.liveSketch.phases.${phase}`)
  const spent =
    price?.unit === 'image' && answers > 0
      ? t('app.price.about', {
          price: formatMoney(i18n.language, answers * price.amount, price.currency),
        })
      : undefined
  return (
    <div className="space-y-2">
      <div className="grid aspect-square w-full place-items-center overflow-clip rounded-xl bg-sunken">
        {shown ? (
          <img
            src={shown.url}
            alt={t('media.name.image', { prompt: prompt.trim() || t('media.name.noPrompt') })}
            className="size-full object-contain"
          />
        ) : (
          <p className="px-4 text-center text-sm text-muted">
            {t(isFlagged ? 'media.flagged.title' : 'media.liveSketch.empty')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          busy={running}
          disabled={!shown || (kept === key && !failure)}
          icon={<ImagePlus aria-hidden className="size-4" />}
          onClick={() => void keep()}
        >
          {t(kept === key && !failure ? 'media.liveSketch.kept' : 'media.liveSketch.keep')}
        </Button>
        <p className="text-xs text-muted tabular-nums">
          {answers > 0 && t('media.liveSketch.pictures', { count: answers })}
          {spent !== undefined && ` · ${spent}`}
        </p>
      </div>
      <p role="status" className="text-xs text-muted">
        {status}
      </p>
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </div>
  )
}
