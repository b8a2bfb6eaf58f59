import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'

const maxDimensions = 16_384

/**
 * Returns vectors as they are stored, if there is one for each text, of as many dimensions, and of
 * numbers that say something. Errors: embeddingMismatch.
 */
export function checkVectors(
  vectors: readonly (readonly number[])[],
  count: number,
  model: ModelReference,
): Float32Array[] {
  const mismatch = (message: string): AppError =>
    new AppError('embeddingMismatch', message, { model: model.modelId })
  if (vectors.length !== count) {
    throw mismatch(`${String(vectors.length)} vectors for ${String(count)} texts`)
  }
  const dimensions = vectors[0]?.length ?? 0
  if (dimensions === 0 || dimensions > maxDimensions) throw mismatch('A vector is empty')
  return vectors.map((vector) => {
    if (vector.length !== dimensions) throw mismatch('The vectors have several dimensions')
    const values = Float32Array.from(vector)
    // A number that no 32-bit float holds is infinite here.
    if (!values.every(Number.isFinite)) throw mismatch('A vector has no numbers')
    if (values.every((value) => value === 0)) throw mismatch('A vector has no direction')
    return values
  })
}
