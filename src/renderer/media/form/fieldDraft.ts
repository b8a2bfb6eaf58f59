import type {
  FieldError,
  FormField,
  FormValues,
  MediaInput,
} from '../../../shared/media/mediaForm.ts'
import { isObject, parseJson } from '../../../shared/json.ts'

/** Content of a field while the user edits it. Numbers, lists and JSON are texts. */
export type FieldDraft = string | boolean | readonly MediaInput[] | undefined
export type FieldDrafts = Readonly<Record<string, FieldDraft>>

type Reason = FieldError['reason']
type Value = FormValues[string]

/** A size that is no option, such as `1024×768`; either number may be missing yet. */
const customSize = /^(\d*)×(\d*)$/

/** Returns the drafts of values; a field without a value gets its default. */
export function draftsOf(
  fields: readonly FormField[],
  values: FormValues,
): Record<string, FieldDraft> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
      return [field.name, draftOf(field, value ?? defaultOf(field))]
    }),
  )
}

function defaultOf(field: FormField): unknown {
  return 'default' in field ? field.default : undefined
}

function draftOf(field: FormField, value: unknown): FieldDraft {
  if (value === undefined || value === null) return field.type === 'file' ? [] : undefined
  switch (field.type) {
    case 'toggle':
      return value === true
    case 'choice': {
      const index = field.options.findIndex((option) => option.value === value)
      return index < 0 ? undefined : String(index)
    }
    case 'size':
      if (!isObject(value)) return typeof value === 'string' ? value : undefined
      return `${String(value['width'])}×${String(value['height'])}`
    case 'file':
      return Array.isArray(value) ? (value as MediaInput[]) : []
    case 'list':
      return Array.isArray(value) ? value.map(String).join('\n') : undefined
    case 'json':
      return JSON.stringify(value, null, 2)
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** Returns a draft's value, undefined for none, or what is wrong with it. */
export function readDraft(
  field: FormField,
  draft: FieldDraft,
): { value: Value | undefined; reason?: undefined } | { reason: Reason } {
  const isEmpty = draft === undefined || draft === '' || (Array.isArray(draft) && !draft.length)
  if (isEmpty) return field.required ? { reason: 'missing' } : { value: undefined }
  if (typeof draft === 'boolean') return { value: draft }
  if (typeof draft !== 'string') return { value: [...draft] }
  switch (field.type) {
    case 'number':
      return readNumber(field, draft)
    case 'choice':
      return { value: field.options[Number(draft)]?.value }
    case 'size':
      return readSize(draft)
    case 'list':
      return { value: draft.split('\n').filter((line) => line.trim() !== '') }
    case 'json': {
      const value = parseJson(draft)
      return value === undefined ? { reason: 'type' } : { value: value as Value }
    }
    default:
      return { value: draft }
  }
}

function readNumber(
  { integer, minimum, maximum }: Extract<FormField, { type: 'number' }>,
  draft: string,
): ReturnType<typeof readDraft> {
  const value = Number(draft.trim().replace(',', '.'))
  if (draft.trim() === '' || !Number.isFinite(value)) return { reason: 'type' }
  if (integer && !Number.isSafeInteger(value)) return { reason: 'type' }
  if (value < (minimum ?? -Infinity) || value > (maximum ?? Infinity)) return { reason: 'range' }
  return { value }
}

function readSize(draft: string): ReturnType<typeof readDraft> {
  const custom = sizeParts(draft)
  if (!custom) return { value: draft }
  const [width, height] = custom.map(Number)
  return width && height ? { value: { width, height } } : { reason: 'size' }
}

/** Returns width and height of a size that is no option, as typed. */
export function sizeParts(draft: FieldDraft): [width: string, height: string] | undefined {
  const [, width, height] = (typeof draft === 'string' && customSize.exec(draft)) || []
  return width === undefined || height === undefined ? undefined : [width, height]
}

export interface ReadForm {
  values: FormValues
  errors: readonly FieldError[]
}

/** Returns the values of the fields that have one, and what is wrong with the others. */
export function readForm(fields: readonly FormField[], drafts: FieldDrafts): ReadForm {
  const values: [string, Value][] = []
  const errors: FieldError[] = []
  for (const field of fields) {
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined
    const read = readDraft(field, draft)
    if (read.reason !== undefined) {
      errors.push({ name: field.name, reason: read.reason, message: '' })
    } else if (read.value !== undefined) values.push([field.name, read.value])
  }
  return { values: Object.fromEntries(values), errors }
}
