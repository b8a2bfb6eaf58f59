import { z } from 'zod'
import type { WorkerTask } from '../../workers/workerTask.ts'
import { encodingChoiceSchema, encodingSchema } from '../../../shared/knowledge/encodings.ts'
import { omissionReasons } from '../../../shared/knowledge/omissions.ts'

const count = z.number().int().nonnegative()
const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const offsets = z.custom<Uint32Array>((value) => value instanceof Uint32Array)

const sourceFileSchema = z.object({
  /** The bytes themselves, or a path that the thread reads. */
  from: z.union([
    z.object({
      path: z.string(),
      /** Links must not lead out of this folder; null for a file of Parley's own. */
      folder: z.string().nullable(),
    }),
    z.object({ bytes: bytesSchema }),
  ]),
  /** The file's name, whose ending tells kinds of text apart. */
  name: z.string(),
  /** The media type that its server named; empty if nobody did. */
  mediaType: z.string(),
  /** The encoding that the user has chosen for its text; null to tell it by its bytes. */
  encoding: encodingSchema.nullable(),
  /** Texts that a model read on pages and pictures without text. */
  descriptions: z.array(z.object({ page: count, text: z.string() })).readonly(),
  /** True reads only the main text of HTML, without menus and the like. */
  mainText: z.boolean(),
})
export type SourceFile = z.infer<typeof sourceFileSchema>

const cutDocumentSchema = z.object({
  text: z.string(),
  title: z.string().nullable(),
  pages: z.array(z.object({ start: count, width: z.number(), height: z.number() })).readonly(),
  lines: z.object({
    starts: offsets,
    ends: offsets,
    pages: offsets,
    boxes: z.custom<Float32Array>((value) => value instanceof Float32Array),
  }),
  omissions: z
    .array(
      z.object({
        reason: z.enum(omissionReasons),
        page: z.number().int().positive().optional(),
        count: z.number().int().positive().optional(),
      }),
    )
    .readonly(),
  mediaType: z.string(),
  sha256: z.string(),
  sizeBytes: count,
  passages: z
    .array(
      z.object({
        start: count,
        end: count,
        page: z.number().int().positive().nullable(),
        headings: z.array(z.string()).readonly(),
        context: z.string(),
      }),
    )
    .readonly(),
})

const pictureSchema = z.object({ bytes: bytesSchema, mediaType: z.string() })
/** A picture as a vision model gets it. */
export type Picture = z.infer<typeof pictureSchema>

/** Reads a document and cuts it into passages, in a thread: the document is a stranger's. */
export const documentTask = {
  input: z.object({
    file: sourceFileSchema,
    /** The path of PDFium's module. */
    pdfium: z.string(),
    /** The page to return as a picture, from 1; 0 for a file that is a picture. Null to read. */
    picture: count.nullable(),
    /** Returns how it reads in each encoding instead. */
    encodings: z.boolean(),
  }),
  output: z.union([
    z.object({ skipped: z.enum(['binary', 'empty', 'outside']) }),
    z.object({ document: cutDocumentSchema }),
    z.object({ picture: pictureSchema }),
    z.object({ choices: z.array(encodingChoiceSchema) }),
  ]),
} satisfies WorkerTask
