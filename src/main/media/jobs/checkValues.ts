import { maxMediaInputBytes, maxWholeInputBytes } from '../../../shared/limits.ts'
import {
  mediaInputSchema,
  type FieldError,
  type FormField,
  type FormValues,
  type MediaInput,
} from '../../../shared/media/mediaForm.ts'

type Reason = FieldError['reason']
type FieldOf<Type extends FormField['type']> = Extract<FormField, { type: Type }>

/** The JSON field of a form that stands for one that could not be had: it takes any other field. */
export const otherFieldsName = 'fal-extra'

/**
 * Checks values against a form. Returns what is wrong; an empty list if they may be sent. A form
 * that stands for one that could not be had takes any field.
 */
export function checkValues(fields: readonly FormField[], values: FormValues): FieldError[] {
  const names = new Set(fields.map(({ name }) => name))
  const unknown = names.has(otherFieldsName)
    ? []
    : Object.keys(values).filter((name) => !names.has(name))
  return [
    ...fields.flatMap((field) => {
      const reason = checkField(field, values[field.name])
      return reason ? [{ name: field.name, reason, message: '' }] : []
    }),
    ...unknown.map((name) => ({ name, reason: 'gone' as const, message: '' })),
  ]
}

/** Returns the files among the values. */
export function inputsOf(fields: readonly FormField[], values: FormValues): MediaInput[] {
  return fields.flatMap((field) =>
    field.type === 'file' ? (filesOf(values[field.name]) ?? []) : [],
  )
}

/** Returns the files of one field; undefined if it holds something else. */
export function filesOf(value: unknown): MediaInput[] | undefined {
  return mediaInputSchema.array().safeParse(value ?? []).data
}

function checkField(field: FormField, value: unknown): Reason | undefined {
  const isMissing = value === undefined || value === null || value === ''
  const isEmptyList = Array.isArray(value) && value.length === 0
  if (isMissing || isEmptyList) {
    const hasDefault = 'default' in field && field.default !== null && field.default !== undefined
    return field.required && (!hasDefault || value === '') ? 'missing' : undefined
  }
  switch (field.type) {
    case 'text':
      return checkText(field, value)
    case 'number':
      return checkNumber(field, value)
    case 'choice':
      return field.options.some((option) => option.value === value) ? undefined : 'choice'
    case 'toggle':
      return typeof value === 'boolean' ? undefined : 'type'
    case 'size':
      return checkSize(field, value)
    case 'file':
      return checkFiles(field, value)
    case 'list':
      return checkList(field, value)
    case 'json':
      return undefined
  }
}

function checkText({ maxLength }: FieldOf<'text'>, value: unknown): Reason | undefined {
  if (typeof value !== 'string') return 'type'
  return maxLength !== null && value.length > maxLength ? 'length' : undefined
}

function checkNumber(field: FieldOf<'number'>, value: unknown): Reason | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
  if (field.integer && !Number.isInteger(value)) return 'type'
  const { minimum, maximum } = field
  const isOutside = (minimum !== null && value < minimum) || (maximum !== null && value > maximum)
  return isOutside ? 'range' : undefined
}

function checkSize({ options, custom }: FieldOf<'size'>, value: unknown): Reason | undefined {
  if (options.some((option) => option.value === value)) return undefined
  if (typeof value !== 'object' || value === null || !custom) return 'size'
  const { width, height } = value as Record<string, unknown>
  if (typeof width !== 'number' || typeof height !== 'number') return 'size'
  const { minimum, maximum, multipleOf, ratioMaximum, pixelsMaximum } = custom
  const fits = [width, height].every(
    (side) =>
      Number.isInteger(side) && side >= minimum && side <= maximum && side % multipleOf === 0,
  )
  const ratio = Math.max(width, height) / Math.min(width, height)
  const isAllowed =
    ratio <= (ratioMaximum ?? Infinity) && width * height <= (pixelsMaximum ?? Infinity)
  return fits && isAllowed ? undefined : 'size'
}

function checkFiles(field: FieldOf<'file'>, value: unknown): Reason | undefined {
  const { kind, maximum, bytesMaximum = maxMediaInputBytes, role } = field
  const files = filesOf(value)
  if (!files || files.length > maximum) return 'files'
  const fits = files.every(({ mediaType }) => kind === null || mediaType.startsWith(`${kind}/`))
  if (!fits) return 'files'
  // A mask is converted for its service: `maskChecks.ts` looks at what that makes.
  const limit = role === 'mask' ? Math.max(bytesMaximum, maxWholeInputBytes) : bytesMaximum
  return files.some(({ sizeBytes }) => sizeBytes > limit) ? 'fileSize' : undefined
}

function checkList({ maximum }: FieldOf<'list'>, value: unknown): Reason | undefined {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return 'type'
  return value.length > (maximum ?? Infinity) ? 'length' : undefined
}
