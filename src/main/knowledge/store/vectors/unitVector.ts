import { AppError } from '../../../../shared/errors.ts'

/**
 * Returns the vector at length 1; a zero vector as it is. Errors: badInput for NaN, infinite
 * numbers or wrong dimensions.
 */
export function unitVector(values: Float32Array, dimensions: number): Float32Array {
  if (values.length !== dimensions) {
    const lengths = `${String(values.length)} instead of ${String(dimensions)}`
    throw new AppError('badInput', `A vector has ${lengths} dimensions`)
  }
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  if (!Number.isFinite(length))
    throw new AppError('badInput', 'A vector has a part that is no number')
  return length > 0 ? values.map((value) => value / length) : values
}
