import type { BlobWriter } from '../../storage/blobs.ts'
import { joinLines, unpackLines, bytesPerLine } from '../store/sourceLines.ts'
import type { LinePlaces, Passage } from '../readDocument.ts'
import type { Frame, HeadOf } from './baseFile.ts'

/** A source whose frames arrive. */
export interface SourceDraft {
  head: HeadOf<'source'>
  /** Takes a frame of it. Throws for one that does not fit. */
  take: (frame: Frame) => Promise<void>
  /** Returns the whole. Throws if anything is missing or makes no sense. */
  finish: () => Promise<DraftResult>
  /** Lets go of a kept file that is not whole. */
  discard: () => Promise<void>
}

export interface DraftResult {
  head: HeadOf<'source'>
  text: string
  lines: LinePlaces
  passages: readonly Passage[]
  /** The kept file's name; null without one. */
  content: string | null
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the text of a frame's body. Throws for bytes that are none. */
export const readUtf8 = (body: Uint8Array): string => decoder.decode(body)

/** Begins a source. `keep` begins a kept file. */
export function createSourceDraft(
  head: HeadOf<'source'>,
  keep: () => Promise<BlobWriter>,
): SourceDraft {
  const { indexed, hasContent } = head
  const pieces: string[] = []
  const lines: LinePlaces[] = []
  const passages: Passage[] = []
  const counts = { text: 0, lines: 0, passages: 0 }
  let kept: BlobWriter | undefined

  const limit = {
    text: indexed?.textLength ?? 0,
    lines: indexed?.lines ?? 0,
    passages: indexed?.passages ?? 0,
  }
  function add(kind: keyof typeof counts, by: number): void {
    counts[kind] += by
    if (counts[kind] > limit[kind]) throw new Error(`It has more ${kind} than it says`)
  }

  return {
    head,
    async take({ head: part, body }) {
      switch (part.kind) {
        case 'text': {
          const piece = readUtf8(body)
          add('text', piece.length)
          pieces.push(piece)
          break
        }
        case 'lines':
          if (body.byteLength % bytesPerLine !== 0) throw new Error('Lines are cut off')
          add('lines', body.byteLength / bytesPerLine)
          lines.push(unpackLines(body))
          break
        case 'passages':
          add('passages', part.passages.length)
          passages.push(...part.passages)
          break
        case 'content':
          if (!hasContent) throw new Error('It has no file')
          kept ??= await keep()
          await kept.append(body)
          break
        default:
          throw new Error(`${part.kind} is no part of a source`)
      }
    },
    async finish() {
      const isWhole =
        counts.text === limit.text &&
        counts.lines === limit.lines &&
        counts.passages === limit.passages
      if (!isWhole) throw new Error('A source is not whole')
      const text = pieces.join('')
      const joined = joinLines(lines)
      checkPassages(passages, text.length)
      checkLines(joined, text.length)
      if (hasContent) kept ??= await keep()
      const content = kept ? (await kept.finish()).id : null
      kept = undefined
      return { head, text, lines: joined, passages, content }
    },
    async discard() {
      await kept?.discard()
      kept = undefined
    },
  }
}

/** Passages come in order and don't overlap. */
function checkPassages(passages: readonly Passage[], textLength: number): void {
  let end = 0
  for (const passage of passages) {
    if (passage.start < end || passage.end <= passage.start) throw new Error('A passage overlaps')
    end = passage.end
  }
  if (end > textLength) throw new Error('A passage is beyond the text')
}

function checkLines({ starts, ends, pages, boxes }: LinePlaces, textLength: number): void {
  const isRange = starts.every((start, at) => start <= (ends[at] ?? 0))
  const isWithin = ends.every((end) => end <= textLength)
  const hasPlaces = pages.every((page) => page > 0) && boxes.every(Number.isFinite)
  if (!isRange || !isWithin || !hasPlaces) throw new Error('A line is nowhere')
}
