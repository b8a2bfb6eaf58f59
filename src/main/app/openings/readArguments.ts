import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { AppError, toWire } from '../../../shared/errors.ts'
import { maxAttachmentBytes, maxAttachments } from '../../../shared/limits.ts'
import type { Opening } from '../../../shared/openings.ts'
import { isOpening } from './isOpening.ts'
import { parseLink, refuse } from './parseLink.ts'

/** The user's own arguments of a start, and the folder of relative paths. */
export interface Given {
  arguments: readonly string[]
  folder: string
}

type Store = (bytes: Uint8Array, name: string) => Promise<Attachment>

/**
 * Returns what the links and files of a start ask for, in order; its files together. A link is known
 * by its scheme, wherever it stands.
 */
export async function readArguments({ arguments: given, folder }: Given, store: Store) {
  const openings: Opening[] = []
  const files: Attachment[] = []
  for (const argument of given.filter(isOpening)) {
    // A letter alone is a drive of Windows.
    const isLink = /^[a-z][a-z\d+.-]+:/i.test(argument)
    if (isLink && !/^file:/i.test(argument)) openings.push(parseLink(argument))
    else if (files.length >= maxAttachments) openings.push(refuse(argument))
    else {
      const file = await readOne(argument, folder, store)
      if ('kind' in file) openings.push(file)
      else files.push(file)
    }
  }
  return files.length > 0 ? [...openings, { kind: 'files' as const, files }] : openings
}

async function readOne(argument: string, folder: string, store: Store) {
  try {
    const path = /^file:/i.test(argument) ? fileURLToPath(argument) : resolve(folder, argument)
    const found = await stat(path)
    const name = basename(path)
    if (!found.isFile()) return refuse(argument)
    if (found.size > maxAttachmentBytes) {
      throw new AppError('attachmentTooLarge', 'The file is too large', { subject: name })
    }
    return await store(await readFile(path), name)
  } catch (error) {
    if (!(error instanceof AppError)) return refuse(argument)
    return { kind: 'refused' as const, error: toWire(error) }
  }
}
