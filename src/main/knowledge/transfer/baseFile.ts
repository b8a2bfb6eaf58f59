import { z } from 'zod'
import { sourceKinds } from '../../../shared/knowledge/knowledge.ts'
import { maxBaseNameLength } from '../../../shared/limits.ts'
import { modelReferenceSchema } from '../../../shared/models.ts'
import { sourceOmissionsSchema } from '../../../shared/knowledge/omissions.ts'
import { timeSchema } from '../../../shared/timeSchema.ts'

/**
 * A base as one file: a line that says what it is, frames, and the SHA-256 hash of all before it. A
 * frame is the lengths of its head and body as 32-bit numbers, the head as JSON, and the body as
 * bytes. Nothing is compressed, so that a file takes no more room than it has bytes.
 */
/** The second version added the pictures. */
export const baseFileVersion = 2
const baseFileEnding = 'parleybase'
export const firstLine = `Parley base ${String(baseFileVersion)}\n`
/** Any version's first line is as long as this. */
export const firstLinePattern = /^Parley base (?<version>\d+)\n/
export const lengthsBytes = 8
export const hashBytes = 32
export const maxHeadBytes = 16 * 1024 * 1024
export const maxBodyBytes = 16 * 1024 * 1024

/** Limits of a frame when it is written: passages, vectors, and bytes of a piece of a file. */
export const passagesPerFrame = 64
export const vectorsPerFrame = 64
export const pieceBytes = 1024 * 1024

const maxNameLength = 4096
const maxTextUnits = 20_000_000
const maxPassages = 500_000
const maxLines = 2_000_000
const maxSpaces = 16
const maxUnread = 100_000
const count = z.number().int().nonnegative()
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

const passageSchema = z.object({
  start: count,
  end: count,
  page: z.number().int().positive().nullable(),
  headings: z.array(z.string()),
  context: z.string(),
})

/** The heads of frames, in the order in which they come. */
const headSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('base'),
    name: z.string().trim().min(1).max(maxBaseNameLength),
    embedder: modelReferenceSchema.nullable(),
    spaces: z
      .array(
        z.object({
          model: modelReferenceSchema,
          dimensions: z.number().int(),
          isUsed: z.boolean(),
        }),
      )
      .max(maxSpaces),
  }),
  z.object({
    kind: z.literal('source'),
    type: z.enum(sourceKinds),
    name: z.string().max(maxNameLength),
    location: z.string().max(maxNameLength),
    mediaType: z.string().max(maxNameLength),
    sizeBytes: count,
    pages: count.nullable(),
    changedAt: timeSchema,
    /** True if the kept file follows. */
    hasContent: z.boolean(),
    /** The pictures that nobody has read, and that can be read in the kept file. */
    unreadPictures: count.max(maxUnread).default(0),
    omissions: sourceOmissionsSchema.default([]),
    /** Null if it was not read yet. */
    indexed: z
      .object({
        sha256: sha256Schema,
        textLength: count.max(maxTextUnits),
        passages: count.max(maxPassages),
        lines: count.max(maxLines),
      })
      .nullable(),
  }),
  /** The body is a piece of the source's text as UTF-8. */
  z.object({ kind: z.literal('text') }),
  /** The body is lines, as `packLines` packs them. */
  z.object({ kind: z.literal('lines') }),
  z.object({ kind: z.literal('passages'), passages: z.array(passageSchema).max(passagesPerFrame) }),
  /** The body is a piece of the source's kept file. */
  z.object({ kind: z.literal('content') }),
  /** The body is what a model has read on a page of the source with this hash, as UTF-8. */
  z.object({
    kind: z.literal('picture'),
    sha256: sha256Schema,
    page: z.number().int().positive(),
    model: modelReferenceSchema,
  }),
  /** The body is a vector of 16-bit floats for each text, in the space with this index. */
  z.object({
    kind: z.literal('vectors'),
    space: count,
    textHashes: z.array(sha256Schema).max(vectorsPerFrame),
  }),
  z.object({ kind: z.literal('end'), sources: count, vectors: count }),
])
export type FrameHead = z.output<typeof headSchema>
export type HeadOf<Kind extends FrameHead['kind']> = Extract<FrameHead, { kind: Kind }>

export interface Frame {
  head: FrameHead
  body: Uint8Array
}

/** Parses the head of a frame. Throws for what is none. */
export function parseHead(bytes: Uint8Array): FrameHead {
  return headSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
}

/** Returns the name of a file for a base. */
export function baseFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- no file system takes them in a name
  const plain = name.replaceAll(/[\u0000-\u001f\\/:*?"<>|\s]+/g, ' ')
  const trimmed = plain.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  return `${Array.from(trimmed).slice(0, 80).join('') || 'Parley'}.${baseFileEnding}`
}
