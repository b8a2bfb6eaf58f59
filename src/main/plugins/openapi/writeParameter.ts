import { isObject } from '../../../shared/json.ts'
import type { OperationParameter } from './operation.ts'

const separators = { spaceDelimited: ' ', pipeDelimited: '|' } as const

/** Returns the fields of a query parameter as OpenAPI's styles write them, not encoded. */
export function writeParameter(
  { name, style, explode }: Pick<OperationParameter, 'name' | 'style' | 'explode'>,
  value: unknown,
): [name: string, text: string][] {
  if (style === 'json') return [[name, JSON.stringify(value)]]
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, writePlain(item)])
    const separator = style in separators ? separators[style as keyof typeof separators] : ','
    return [[name, value.map(writePlain).join(separator)]]
  }
  if (!isObject(value)) return [[name, writePlain(value)]]
  const entries = Object.entries(value)
  if (style === 'deepObject') {
    return entries.map(([key, item]) => [`${name}[${key}]`, writePlain(item)])
  }
  if (explode) return entries.map(([key, item]) => [key, writePlain(item)])
  return [[name, entries.flatMap(([key, item]) => [key, writePlain(item)]).join(',')]]
}

/** Returns a value as text: a list with commas, an object as JSON. */
export function writePlain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(writePlain).join(',')
  return JSON.stringify(value) ?? ''
}
