import type { CurvePoint } from '../../shared/fineTuning/fineTuning.ts'

/** A line of the drawing, with its last point. */
export interface LossLine {
  kind: 'training' | 'validation'
  /** For an SVG polyline: `x,y` pairs, from the upper left corner. */
  points: string
  step: number
  loss: number
}

const margin = 8

/** Places the losses in a drawing. A loss without any point has no line. */
export function lossLines(
  curve: readonly CurvePoint[],
  { width, height }: { width: number; height: number },
): LossLine[] {
  const series = {
    training: curve.flatMap(({ step, trainingLoss: loss }) =>
      loss === null ? [] : [{ step, loss }],
    ),
    validation: curve.flatMap(({ step, validationLoss: loss }) =>
      loss === null ? [] : [{ step, loss }],
    ),
  }
  const all = [...series.training, ...series.validation]
  const first = all.reduce((least, { step }) => Math.min(least, step), Infinity)
  const last = all.reduce((most, { step }) => Math.max(most, step), -Infinity)
  const top = all.reduce((most, { loss }) => Math.max(most, loss), 0) || 1
  const place = ({ step, loss }: { step: number; loss: number }): string => {
    const x = margin + ((width - 2 * margin) * (step - first)) / Math.max(1, last - first)
    const y = height - margin - ((height - 2 * margin) * Math.max(0, loss)) / top
    return `${String(Math.round(x * 10) / 10)},${String(Math.round(y * 10) / 10)}`
  }
  return (['training', 'validation'] as const).flatMap((kind) => {
    const end = series[kind].at(-1)
    return end ? [{ kind, points: series[kind].map(place).join(' '), ...end }] : []
  })
}
