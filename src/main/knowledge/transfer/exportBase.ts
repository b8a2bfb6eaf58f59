import { open } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import type { IndexedSource } from '../store/knowledgeStore.ts'
import type { LocalStore } from '../store/localStore.ts'
import { packedLines } from '../store/sourceLines.ts'
import { cutPiece } from '../store/sourceText.ts'
import { passagesPerFrame, pieceBytes, vectorsPerFrame } from './baseFile.ts'
import { writeBaseFile, type WriteFrame } from './writeBaseFile.ts'

export interface ExportOptions {
  catalogue: Pick<Catalogue, 'base' | 'allSources' | 'pictureTexts'>
  store: Pick<LocalStore, 'read' | 'readVectors' | 'stats'>
  /** Returns the path of a kept file. */
  contentPath: (content: string) => string
  /** Called with the passages and vectors that are written, and with all there are. */
  report: (done: number, total: number) => void
  signal: AbortSignal
}

const recordsPerPage = 100

/**
 * Writes a base as one file: what is in it, texts, passages, vectors, what models have read on
 * pictures, and the files that Parley keeps. A source that was not read and is not kept is left out.
 * Errors:
 * baseMissing, notSupported for a base that is not in Parley's own store, diskFull,
 * folderReadOnly, aborted.
 */
export async function exportBase(
  baseId: string,
  path: string,
  options: ExportOptions,
): Promise<void> {
  const { catalogue, store, report, signal } = options
  const base = catalogue.base(baseId)
  if (base.store !== 'local') {
    throw new AppError('notSupported', 'Only a base of this computer can be exported')
  }
  const { passages, spaces } = await store.stats(baseId)
  const total = spaces.reduce((sum, { done }) => sum + done, passages)
  let done = 0
  const advance = (by: number): void => {
    if (signal.aborted) throw new AppError('aborted', 'The export was stopped')
    report((done += by), total)
  }
  await writeBaseFile(path, async (write) => {
    const { name, embedder } = base
    await write({
      ...{ kind: 'base', name, embedder },
      spaces: spaces.map(({ space: { model, dimensions }, isUsed }) => {
        return { model, dimensions, isUsed }
      }),
    })
    let sources = 0
    for (let after = 0; ;) {
      const page = catalogue.allSources(baseId, after, recordsPerPage)
      for (const record of page) {
        const indexed = await store.read(record.source.id)
        advance(indexed?.passages.length ?? 0)
        if (!indexed && !isKept(record)) continue
        await writeSource(write, record, indexed, options)
        sources += 1
      }
      if (page.length < recordsPerPage) break
      after = page.at(-1)?.sequence ?? 0
    }
    let vectors = 0
    for (const [index, { space }] of spaces.entries()) {
      for (let after = ''; ;) {
        const page = await store.readVectors(baseId, space.id, after, vectorsPerFrame)
        const textHashes = page.map(({ textHash }) => textHash)
        const body = Buffer.concat(page.map(({ halves }) => halves))
        if (page.length > 0) await write({ kind: 'vectors', space: index, textHashes }, body)
        advance(page.length)
        vectors += page.length
        if (page.length < vectorsPerFrame) break
        after = textHashes.at(-1) ?? ''
      }
    }
    await write({ kind: 'end', sources, vectors })
  })
}

/** A kept file goes with the base, so that it can be read there. */
function isKept({ source: { status }, content }: SourceRecord): boolean {
  return content !== null && (status.state !== 'skipped' || status.reason === 'picture')
}

async function writeSource(
  write: WriteFrame,
  { source, content, sha256 }: SourceRecord,
  indexed: IndexedSource | undefined,
  { catalogue, contentPath }: ExportOptions,
): Promise<void> {
  const { kind, name, location, mediaType, sizeBytes, pages, changedAt } = source
  const kept =
    content === null ? undefined : await open(contentPath(content), 'r').catch(() => null)
  try {
    await write({
      ...{ kind: 'source', type: kind, name, mediaType, sizeBytes, pages, changedAt },
      // The path of a file says nothing on another computer, and much about this one.
      location: kind === 'file' ? '' : location,
      hasContent: Boolean(kept),
      unreadPictures: kept ? source.unreadPictures : 0,
      omissions: source.omissions,
      indexed: indexed
        ? {
            sha256: indexed.sha256,
            textLength: indexed.document.text.length,
            passages: indexed.passages.length,
            lines: indexed.document.lines.starts.length,
          }
        : null,
    })
    if (indexed) await writeIndexed(write, indexed)
    const pictures = sha256 === null ? [] : catalogue.pictureTexts(source.baseId, sha256)
    for (const { page, model, text } of pictures) {
      await write({ kind: 'picture', sha256: sha256 ?? '', page, model }, Buffer.from(text))
    }
    for (;;) {
      const piece = await kept?.read({ buffer: Buffer.alloc(pieceBytes) })
      if (!piece || piece.bytesRead === 0) break
      await write({ kind: 'content' }, piece.buffer.subarray(0, piece.bytesRead))
    }
  } finally {
    await kept?.close()
  }
}

async function writeIndexed(
  write: WriteFrame,
  { document: { text, lines }, passages }: IndexedSource,
): Promise<void> {
  for (let start = 0; start < text.length;) {
    const piece = cutPiece(text, start)
    await write({ kind: 'text' }, Buffer.from(piece))
    start += piece.length
  }
  for (const { lines: packed } of packedLines(lines)) await write({ kind: 'lines' }, packed)
  for (let at = 0; at < passages.length; at += passagesPerFrame) {
    const part = passages.slice(at, at + passagesPerFrame)
    await write({
      kind: 'passages',
      passages: part.map((passage) => ({ ...passage, headings: [...passage.headings] })),
    })
  }
}
