import { isObject, parseJson, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Control for a property of an object. A type without a control of its own is entered as JSON. */
export type FieldKind =
  | 'text'
  | 'password'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'list'
  | 'json'

export interface SchemaField {
  name: string
  title: string
  description: string
  kind: FieldKind
  required: boolean
  /** The values to choose from, with their names. */
  options: readonly { value: unknown; label: string }[]
  default: unknown
  minimum: number | undefined
  maximum: number | undefined
}

/** An entry of the user: a text, the state of a switch, or nothing. */
export type Draft = string | boolean | undefined
export type Drafts = Readonly<Record<string, Draft>>

/** Fault of an entry. */
export type FieldProblem = 'required' | 'number' | 'integer' | 'tooSmall' | 'tooLarge' | 'json'

/** A stranger's schema may name any number of properties. */
const maxFields = 200
const maxReferences = 8

/** Returns the fields of a JSON Schema of type `object`, in the order of its properties. */
export function fieldsOf(schema: JsonObject, secrets: readonly string[] = []): SchemaField[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties)
    .slice(0, maxFields)
    .map(([name, property]) => {
      const resolved = resolve(property, schema)
      const isSecret = secrets.includes(name) || resolved['format'] === 'password'
      return {
        name,
        title: textOf(resolved['title']) || name,
        description: textOf(resolved['description']),
        kind: kindOf(resolved, isSecret),
        required: required.includes(name),
        options: optionsOf(resolved),
        default: resolved['default'],
        minimum: numberOf(resolved['minimum']),
        maximum: numberOf(resolved['maximum']),
      }
    })
}

/** Follows references within the schema, and leaves the null of an optional value out. */
function resolve(property: unknown, schema: JsonObject): JsonObject {
  let found = isObject(property) ? property : {}
  for (let count = 0; count < maxReferences; count += 1) {
    const next = nextOf(found, schema)
    if (!next) return found
    const { $ref: _reference, anyOf: _any, oneOf: _one, ...own } = found
    found = { ...next, ...own }
  }
  return found
}

function nextOf(property: JsonObject, schema: JsonObject): JsonObject | undefined {
  const reference = property['$ref']
  if (typeof reference === 'string') return definitionOf(reference, schema)
  const variants = property['anyOf'] ?? property['oneOf']
  if (!Array.isArray(variants)) return undefined
  const rest = variants.filter(isObject).filter(({ type }) => type !== 'null')
  return rest.length === 1 ? rest[0] : undefined
}

function definitionOf(reference: string, schema: JsonObject): JsonObject | undefined {
  const [, folder = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? []
  const definitions = schema[folder]
  if (!isObject(definitions) || !Object.hasOwn(definitions, name)) return undefined
  const definition = definitions[name]
  return isObject(definition) ? definition : undefined
}

function kindOf(property: JsonObject, isSecret: boolean): FieldKind {
  if (optionsOf(property).length > 0) return 'choice'
  const { type } = property
  const types: unknown[] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  const only = types.length === 1 ? types[0] : undefined
  if (only === 'string') return isSecret ? 'password' : 'text'
  if (only === 'number' || only === 'integer' || only === 'boolean') return only
  if (only === 'array' && isObject(property['items']) && property['items']['type'] === 'string') {
    return 'list'
  }
  return 'json'
}

function optionsOf(property: JsonObject): SchemaField['options'] {
  const { enum: values, enumNames, oneOf } = property
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? enumNames : []
    return values.map((value: unknown, index) => ({
      value,
      label: textOf(names[index]) || written(value),
    }))
  }
  if ('const' in property) return [{ value: property['const'], label: written(property['const']) }]
  if (!Array.isArray(oneOf)) return []
  const named = oneOf.filter(isObject).filter((one) => 'const' in one)
  if (named.length === 0 || named.length < oneOf.length) return []
  return named.map((one) => ({
    value: one['const'],
    label: textOf(one['title']) || written(one['const']),
  }))
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the drafts of values; a field without a value gets its default. */
export function draftsOf(fields: readonly SchemaField[], values: JsonObject): Drafts {
  const drafts = fields.map((field): [string, Draft] => {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : field.default
    return [field.name, draftOf(field, value)]
  })
  return Object.fromEntries(drafts)
}

function draftOf({ kind, options }: SchemaField, value: unknown): Draft {
  if (value === undefined || value === null) return undefined
  if (kind === 'boolean') return value === true
  if (kind === 'choice') {
    const index = options.findIndex((option) => written(option.value) === written(value))
    return index < 0 ? undefined : String(index)
  }
  if (kind === 'list') return Array.isArray(value) ? value.map(written).join('\n') : written(value)
  if (kind === 'json') return JSON.stringify(value, null, 2)
  return written(value)
}

/** Returns the value of a draft, undefined for none, or what is wrong with it. */
export function readDraft(
  field: SchemaField,
  draft: Draft,
): { value: unknown; problem?: undefined } | { problem: FieldProblem } {
  if (typeof draft === 'boolean') return { value: draft }
  if (draft === undefined || draft === '') {
    return field.required ? { problem: 'required' } : { value: undefined }
  }
  switch (field.kind) {
    case 'number':
    case 'integer':
      return readNumber(field, draft)
    case 'choice':
      return { value: field.options[Number(draft)]?.value }
    case 'list':
      return { value: draft.split('\n').filter((line) => line.trim() !== '') }
    case 'json': {
      const value = parseJson(draft)
      return value === undefined ? { problem: 'json' } : { value }
    }
    default:
      return { value: draft }
  }
}

function readNumber(
  { kind, minimum, maximum }: SchemaField,
  draft: string,
): { value: number } | { problem: FieldProblem } {
  const value = Number(draft)
  const isNumber = draft.trim() !== '' && Number.isFinite(value)
  if (kind === 'integer' && !(isNumber && Number.isSafeInteger(value)))
    return { problem: 'integer' }
  if (!isNumber) return { problem: 'number' }
  if (minimum !== undefined && value < minimum) return { problem: 'tooSmall' }
  if (maximum !== undefined && value > maximum) return { problem: 'tooLarge' }
  return { value }
}

export interface ReadForm {
  /** The values of the fields that have one. */
  values: Record<string, unknown>
  problems: Readonly<Record<string, FieldProblem>>
}

export function readForm(fields: readonly SchemaField[], drafts: Drafts): ReadForm {
  const values: [string, unknown][] = []
  const problems: [string, FieldProblem][] = []
  for (const field of fields) {
    const read = readDraft(field, ownDraft(drafts, field.name))
    if (read.problem !== undefined) problems.push([field.name, read.problem])
    else if (read.value !== undefined) values.push([field.name, read.value])
  }
  return { values: Object.fromEntries(values), problems: Object.fromEntries(problems) }
}

export function ownDraft(drafts: Drafts, name: string): Draft {
  return Object.hasOwn(drafts, name) ? drafts[name] : undefined
}
