import { AppError } from '../../../shared/errors.ts'
import { cutPassages } from '../cutting/cutPassages.ts'
import {
  unreadPages,
  type CutDocument,
  type ReadDocument,
  type SkippedDocument,
} from '../readDocument.ts'
import { readFormat, type ReaderOptions } from './readFormat.ts'
import type { SourceFile } from './documentTask.ts'
import { maxTextLength } from './documentWriter.ts'
import { openSource, OutsideFolder, type SourceBytes } from './sourceBytes.ts'

/**
 * Reads a document's bytes, text and passages. Errors: documentTooLarge, documentEncrypted,
 * documentDamaged, documentWithoutText, sourceMissing, unreadable.
 */
export async function readSource(
  file: SourceFile,
  options: ReaderOptions,
): Promise<{ document: CutDocument } | SkippedDocument> {
  const source = openUnlessOutside(file.from)
  if (!source) return { skipped: 'outside' }
  try {
    return await readOpen(source, file, options)
  } finally {
    source.close()
  }
}

function openUnlessOutside(from: SourceFile['from']): SourceBytes | undefined {
  try {
    return openSource(from)
  } catch (error) {
    if (error instanceof OutsideFolder) return undefined
    throw error
  }
}

async function readOpen(
  source: SourceBytes,
  file: SourceFile,
  options: ReaderOptions,
): Promise<{ document: CutDocument } | SkippedDocument> {
  if (source.length === 0) return { skipped: 'empty' }
  const sha256 = source.hash()
  const read = await readFormat(source, file, options)
  if (!read) return { skipped: 'binary' }
  const { blocks, ...document } = withinLength(read.document)
  if (document.text.trim() === '' && unreadPages(document).length === 0) {
    if (document.omissions.length === 0 && document.pages.length === 0) return { skipped: 'empty' }
    throw new AppError('documentWithoutText', 'It has no text')
  }
  return {
    document: {
      ...document,
      mediaType: read.mediaType,
      sha256,
      sizeBytes: source.length,
      passages: cutPassages({ ...document, blocks }),
    },
  }
}

/** Cuts a text that is too long off after a block. */
function withinLength(document: ReadDocument): ReadDocument {
  if (document.text.length <= maxTextLength) return document
  const blocks = document.blocks.filter(({ end }) => end <= maxTextLength)
  const end = blocks.at(-1)?.end ?? maxTextLength
  const { lines } = document
  const kept = lines.ends.findIndex((at) => at > end)
  const count = kept === -1 ? lines.ends.length : kept
  return {
    ...document,
    text: document.text.slice(0, end),
    blocks: blocks.length > 0 ? blocks : [{ kind: 'paragraph', start: 0, end }],
    pages: document.pages.filter(({ start }) => start <= end),
    lines: {
      starts: lines.starts.subarray(0, count),
      ends: lines.ends.subarray(0, count),
      pages: lines.pages.subarray(0, count),
      boxes: lines.boxes.subarray(0, count * 4),
    },
    omissions: [
      ...document.omissions.filter(({ reason }) => reason !== 'tooLong'),
      { reason: 'tooLong' },
    ],
  }
}
