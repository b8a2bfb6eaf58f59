import { z } from 'zod'
import { attachmentSchema } from '../chat/parts.ts'

export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

export const outputIdSchema = z.uuid()
const count = z.number().int().nonnegative()

/** A file that a job is given. The store of attachments holds its bytes. */
export const mediaInputSchema = attachmentSchema
  .pick({ id: true, name: true, mediaType: true, sizeBytes: true })
  .extend({
    /** The output that it is; null for any other file. */
    outputId: outputIdSchema.nullable().default(null),
    /** True if its service has flagged it. */
    flagged: z.boolean().exactOptional(),
  })
export type MediaInput = z.infer<typeof mediaInputSchema>

/** Meaning of a field, whatever the model calls it. */
export const fieldRoles = [
  'prompt',
  'negativePrompt',
  'image',
  'mask',
  'seed',
  'size',
  'count',
  /** Whether only what is below the mask may change. Parley sees to it itself. */
  'keepRest',
] as const
export type FieldRole = (typeof fieldRoles)[number]

const fieldBase = {
  /** The model's own name of it, the key of its value. */
  name: z.string().min(1).max(200),
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** True for a field under "More". */
  more: z.boolean(),
  role: z.enum(fieldRoles).nullable(),
}
const choiceValue = z.union([z.string(), z.number(), z.boolean()])

/** A field of a model's form, and the JSON type of its value. */
export const formFieldSchema = z.discriminatedUnion('type', [
  /** A string. */
  z.object({
    type: z.literal('text'),
    ...fieldBase,
    multiline: z.boolean(),
    maxLength: count.nullable(),
    default: z.string().nullable(),
  }),
  /** A number. A range has both limits. */
  z.object({
    type: z.literal('number'),
    ...fieldBase,
    integer: z.boolean(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    step: z.number().positive().nullable(),
    default: z.number().nullable(),
  }),
  /** One of these values. */
  z.object({
    type: z.literal('choice'),
    ...fieldBase,
    options: z.array(z.object({ value: choiceValue, label: z.string() })).min(1),
    default: choiceValue.nullable(),
  }),
  /** A boolean. */
  z.object({ type: z.literal('toggle'), ...fieldBase, default: z.boolean().nullable() }),
  /** The value of an option, or `{ width, height }` where `custom` allows it. */
  z.object({
    type: z.literal('size'),
    ...fieldBase,
    options: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        /** In pixels; null where the option doesn't tell, as `auto`. */
        width: count.nullable(),
        height: count.nullable(),
      }),
    ),
    custom: z
      .object({
        minimum: count,
        maximum: count,
        multipleOf: count,
        /** The longest side divided by the shortest. */
        ratioMaximum: z.number().positive().nullable(),
        pixelsMaximum: count.nullable(),
      })
      .nullable(),
    default: z.string().nullable(),
  }),
  /** A list of MediaInput. */
  z.object({
    type: z.literal('file'),
    ...fieldBase,
    kind: z.enum(mediaKinds).nullable(),
    /** The number of files, 1 for a single one. */
    maximum: count,
    /** The size of one file; missing if only the limit of all inputs holds. */
    bytesMaximum: count.optional(),
  }),
  /** A list of strings. */
  z.object({
    type: z.literal('list'),
    ...fieldBase,
    maximum: count.nullable(),
    default: z.array(z.string()).nullable(),
  }),
  /** Anything that no other type describes, as the JSON that the model gets. */
  z.object({ type: z.literal('json'), ...fieldBase, default: z.unknown() }),
])
export type FormField = z.infer<typeof formFieldSchema>

/** The values of a form, by the names of its fields. A missing one is the model's default. */
export const formValuesSchema = z.record(z.string().max(200), z.json())
export type FormValues = z.infer<typeof formValuesSchema>

/** Fault of a field. */
export const fieldErrorSchema = z.object({
  /** Empty if it is about the whole form. */
  name: z.string(),
  reason: z.enum([
    ...[
      'missing',
      'type',
      'range',
      'length',
      'choice',
      'size',
      'files',
      'fileSize',
      'gone',
      'service',
    ],
    /** A mask of another size than its picture; one in which nothing may change. */
    ...['maskSize', 'maskEmpty'],
    /** The rest of the picture can't be kept: a file that Parley can't read, or too many pixels. */
    ...['restUnreadable', 'restTooLarge'],
  ] as const),
  /** The service's own words; empty if Parley itself found it. */
  message: z.string(),
})
export type FieldError = z.infer<typeof fieldErrorSchema>
