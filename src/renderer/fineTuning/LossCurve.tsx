import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurvePoint } from '../../shared/fineTuning/fineTuning.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { lossLines, type LossLine } from './lossLines.ts'

const width = 600
const height = 160

/** Draws the losses of a training by their steps. */
export function LossCurve({ curve }: { curve: readonly CurvePoint[] }): ReactNode {
  const { t, i18n } = useTranslation()
  const format = (value: number): string => formatNumber(i18n.language, value)
  const lines = lossLines(curve, { width, height })
  if (lines.length === 0) return null
  const names = {
    training: t('fineTuning.trainingLoss'),
    validation: t('fineTuning.validationLoss'),
  }
  const said = lines.map(({ kind, step, loss }) =>
    t('fineTuning.point', { name: names[kind], step: format(step), loss: format(loss) }),
  )
  return (
    <figure className="space-y-1.5">
      <svg
        role="img"
        aria-label={`${t('fineTuning.curve')}. ${said.join(' ')}`}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        className="h-40 w-full rounded-xl bg-sunken"
      >
        {lines.map(({ kind, points }) => (
          <polyline
            key={kind}
            points={points}
            fill="none"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            className={strokes[kind]}
          />
        ))}
      </svg>
      <figcaption className="space-y-0.5 text-xs">
        {lines.map(({ kind }, index) => (
          <p key={kind} className="flex items-center gap-2">
            <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5">
              <line x1={0} y1={2} x2={20} y2={2} strokeWidth={3} className={strokes[kind]} />
            </svg>
            {said[index]}
          </p>
        ))}
      </figcaption>
    </figure>
  )
}

/** Told apart by their dashes, too. */
const strokes: Readonly<Record<LossLine['kind'], string>> = {
  training: 'stroke-accent',
  validation: 'stroke-ink [stroke-dasharray:6_4]',
}
