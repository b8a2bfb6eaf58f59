import { AppError } from '../../../../shared/errors.ts'
import type { Database, Row } from '../../../storage/connection.ts'
import type { Space } from '../knowledgeStore.ts'
import type { Calibration } from './codes.ts'

export interface SpaceRow extends Space {
  /** Null before the first vector. */
  calibration: Calibration | null
  sampled: number
  vectors: number
}

/** Returns a space. Errors: notFound. */
export function getSpace(database: Database, id: number): SpaceRow {
  const row = database.get('SELECT * FROM space WHERE id = ?', id)
  if (!row) throw new AppError('notFound', 'The space of vectors is gone')
  return toSpaceRow(row)
}

export function toSpace(row: Row): Space {
  return {
    id: Number(row['id']),
    model: { providerId: String(row['provider_id']), modelId: String(row['model_id']) },
    dimensions: Number(row['dimensions']),
  }
}

function toSpaceRow(row: Row): SpaceRow {
  const mean = row['mean']
  return {
    ...toSpace(row),
    calibration:
      mean instanceof Uint8Array
        ? { mean: new Float32Array(mean.slice().buffer), scale: Number(row['scale']) }
        : null,
    sampled: Number(row['sampled']),
    vectors: Number(row['vectors']),
  }
}

export function setCalibration(
  database: Database,
  space: number,
  { mean, scale }: Calibration,
  sampled: number,
): void {
  database.run(
    'UPDATE space SET mean = ?, scale = ?, sampled = ? WHERE id = ?',
    new Uint8Array(mean.buffer),
    scale,
    sampled,
    space,
  )
}
