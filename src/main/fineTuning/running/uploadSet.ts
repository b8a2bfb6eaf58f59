import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import type { SplitOptions, SplitResult } from '../set/splitSet.ts'
import { uploadId, type StoredTraining, type TrainingChange } from '../trainingTable.ts'
import type { TrainingAccount } from './openAccount.ts'

export interface UploadDependencies {
  /** A folder for the divided files, which are deleted once they are uploaded. */
  folder: string
  /** Returns the path of a stored file. Errors: attachmentMissing. */
  pathOf: (fileId: string) => string
  split: (options: SplitOptions, signal: AbortSignal) => Promise<SplitResult>
  change: (change: TrainingChange) => void
}

/** The ids of the files at the service; null without examples for validation. */
export interface UploadedFiles {
  trainingFile: string
  validationFile: string | null
}

/**
 * Divides the examples and uploads what is not at the service yet. A lost answer costs nothing: the
 * file goes up again, and the record of uploads names the other one.
 */
export async function uploadSet(
  training: StoredTraining,
  account: TrainingAccount,
  { folder, pathOf, split, change }: UploadDependencies,
  signal: AbortSignal,
): Promise<UploadedFiles> {
  const { id, options, fileId, split: divided } = training
  const { trainingFile: earlierTraining, validationFile: earlierValidation } = training
  if (
    divided &&
    earlierTraining !== null &&
    (divided.validation === 0 || earlierValidation !== null)
  ) {
    return { trainingFile: earlierTraining, validationFile: earlierValidation }
  }
  const own = join(folder, id)
  const trainingPath = join(own, 'training.jsonl')
  const validationPath = join(own, 'validation.jsonl')
  await mkdir(own, { recursive: true })
  try {
    const { validationShare, seed, dropDuplicates } = options
    const counts = await split(
      { path: pathOf(fileId), trainingPath, validationPath, validationShare, seed, dropDuplicates },
      signal,
    )
    if (counts.training === 0) throw new AppError('badInput', 'No example is left for training')
    change({ split: counts })
    const stem = training.name.replace(/\.[^.]*$/, '')
    const upload = async (part: 'training' | 'validation', path: string): Promise<string> => {
      const given = { id: uploadId(id, part), path, examples: counts[part] }
      return uploadFile({ ...given, name: `${stem}.${part}.jsonl` }, account, signal)
    }
    const trainingFile = earlierTraining ?? (await upload('training', trainingPath))
    change({ trainingFile })
    if (counts.validation === 0) return { trainingFile, validationFile: null }
    const validationFile = earlierValidation ?? (await upload('validation', validationPath))
    change({ validationFile })
    return { trainingFile, validationFile }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function uploadFile(
  { id, name, path, examples }: { id: string; name: string; path: string; examples: number },
  { client, uploads }: TrainingAccount,
  signal: AbortSignal,
): Promise<string> {
  const noted = uploads?.begin({ id, name })
  try {
    const arrived = await client.upload(path, { name: noted?.name ?? name, examples }, signal)
    noted?.complete({ id: arrived, expiresAt: null })
    return arrived
  } catch (error) {
    if (error instanceof AppError && wasRefused(error)) noted?.refuse()
    throw error
  }
}
