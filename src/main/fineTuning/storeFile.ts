import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError } from '../../shared/errors.ts'
import { maxTrainingBytes } from '../../shared/limits.ts'
import type { Blobs } from '../storage/blobs.ts'

/**
 * Copies a file of examples into the store and returns its id: a training must not depend on what
 * becomes of the user's own. Errors: trainingFileUnreadable, trainingFileTooLarge, diskFull, filesFull.
 */
export async function storeFile(blobs: Pick<Blobs, 'create'>, path: string): Promise<string> {
  await assertReadable(path)
  try {
    return await storePieces(blobs, createReadStream(path) as AsyncIterable<Buffer>)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  }
}

/** Stores a text as a file and returns its id. Errors: diskFull, filesFull. */
export function storeText(blobs: Pick<Blobs, 'create'>, text: string): Promise<string> {
  return storePieces(blobs, [Buffer.from(text)])
}

async function storePieces(
  blobs: Pick<Blobs, 'create'>,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const writer = await blobs.create()
  try {
    for await (const piece of pieces) await writer.append(piece)
    return (await writer.finish()).id
  } catch (error) {
    await writer.discard()
    throw error
  }
}

async function assertReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (!found.isFile()) throw unreadable()
  if (found.size > maxTrainingBytes) {
    throw new AppError('trainingFileTooLarge', 'The file of examples is too large')
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError('trainingFileUnreadable', 'The file can not be read', {}, cause)
}
