import { maxCurvePoints } from '../../../shared/limits.ts'
import type { CurvePoint } from '../../../shared/fineTuning/fineTuning.ts'

/** Adds points to a curve, in the order of steps. A point that comes again replaces the earlier one. */
export function mergeCurve(
  known: readonly CurvePoint[],
  added: readonly CurvePoint[],
): CurvePoint[] {
  const bySteps = new Map(known.map((point) => [point.step, point]))
  for (const point of added) {
    const before = bySteps.get(point.step)
    bySteps.set(point.step, {
      step: point.step,
      trainingLoss: point.trainingLoss ?? before?.trainingLoss ?? null,
      validationLoss: point.validationLoss ?? before?.validationLoss ?? null,
    })
  }
  return thin([...bySteps.values()].sort((one, other) => one.step - other.step))
}

/** Keeps every second, fourth … point of a long curve, the last, and validation losses while few. */
function thin(points: CurvePoint[]): CurvePoint[] {
  const last = points.length - 1
  let kept = points
  for (let every = 2; kept.length > maxCurvePoints; every *= 2) {
    const keepsValidation = every < 8
    kept = points.filter(
      ({ validationLoss }, index) =>
        index % every === 0 || index === last || (keepsValidation && validationLoss !== null),
    )
  }
  return kept
}

/**
 * Reads the metrics of a finished training: CSV, which some services encode as base64. Columns of
 * unknown names are left out; no points for anything else.
 */
export function readResultFile(content: string): CurvePoint[] {
  const csv = content.includes(',') ? content : Buffer.from(content, 'base64').toString('utf8')
  const [head = '', ...lines] = csv.replace(/^\ufeff/, '').split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const columns = {
    step: names.indexOf('step'),
    training: names.indexOf('train_loss'),
    validation: firstOf(names, ['full_valid_loss', 'valid_loss']),
  }
  if (columns.step < 0 || columns.training < 0) return []
  return lines.flatMap((line) => {
    const cells = line.split(',')
    const step = numberIn(cells, columns.step)
    if (step === null || !Number.isInteger(step) || step < 0) return []
    const trainingLoss = numberIn(cells, columns.training)
    return [{ step, trainingLoss, validationLoss: numberIn(cells, columns.validation) }]
  })
}

function firstOf(names: readonly string[], wanted: readonly string[]): number {
  return wanted.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1
}

function numberIn(cells: readonly string[], index: number): number | null {
  const cell = cells[index]?.trim() ?? ''
  const value = cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(value) ? value : null
}
