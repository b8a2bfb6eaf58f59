import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import { isConnectionHeader } from '../../network/openResponse.ts'
import type { SchemaConverter } from './convertSchema.ts'
import { bodyArgument, type OperationParameter } from './operation.ts'
import { shortText, type References } from './references.ts'

export interface ReadParameter {
  parameter: OperationParameter
  schema: Record<string, unknown>
  isRequired: boolean
}

/** Headers that Parley itself writes, and what the specification says to ignore. */
const ownHeaders = /^(?:accept|accept-encoding|authorization|content-type|cookie|user-agent)$/i
const places = ['path', 'query', 'header'] as const

/**
 * Returns an operation's parameters, flat: those of its own replace those of its path. Places that
 * only the path's template names are added.
 */
export function readParameters(
  path: string,
  lists: readonly unknown[],
  references: References,
  converter: SchemaConverter,
): ReadParameter[] {
  const found = new Map<string, JsonObject>()
  for (const value of lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))) {
    const parameter = references.follow(value)
    if (parameter) found.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter)
  }
  const declared = [...found.values()].filter(isUsable)
  const names = new Set(declared.map(({ name }) => name))
  const implied = [...path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
    .filter(({ name }) => !names.has(name))
  const taken = new Set<string>([bodyArgument])
  return [...declared, ...implied].map((value) => readParameter(value, path, taken, converter))
}

function isUsable(parameter: JsonObject): boolean {
  const name = textOf(parameter['name'])
  const place = places.find((known) => known === parameter['in'])
  if (name === '' || place === undefined) return false
  if (place !== 'header') return true
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !ownHeaders.test(name) && !isConnectionHeader(name)
}

function readParameter(
  value: JsonObject,
  path: string,
  taken: Set<string>,
  converter: SchemaConverter,
): ReadParameter {
  const name = textOf(value['name'])
  const place = places.find((known) => known === value['in']) ?? 'query'
  const json = contentSchema(value)
  // In OpenAPI 2.0 the parameter itself is the schema.
  const converted = converter.convert(json ?? value['schema'] ?? { ...value, description: '' })
  const schema = typeof converted === 'boolean' ? {} : converted
  const description = shortText(value['description'], 500)
  if (description !== '') schema['description'] = description
  delete schema['required']
  return {
    parameter: { argument: argumentName(name, place, taken), name, in: place, ...styleOf() },
    schema,
    isRequired: value['required'] === true || path.includes(`{${name}}`),
  }

  function styleOf(): Pick<OperationParameter, 'style' | 'explode'> {
    const { style, explode, collectionFormat } = value
    if (json !== undefined) return { style: 'json', explode: false }
    if (place !== 'query') return { style: 'simple', explode: false }
    if (collectionFormat !== undefined || value['schema'] === undefined) {
      return swaggerStyles[textOf(collectionFormat)] ?? { style: 'form', explode: false }
    }
    const known = (['spaceDelimited', 'pipeDelimited', 'deepObject'] as const).find(
      (each) => each === style,
    )
    return { style: known ?? 'form', explode: explode === undefined ? !known : explode === true }
  }
}

const swaggerStyles: Readonly<Record<string, Pick<OperationParameter, 'style' | 'explode'>>> = {
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
}

/** Returns the schema of a parameter that is written as JSON. */
function contentSchema({ content }: JsonObject): unknown {
  if (!isObject(content)) return undefined
  const [first] = Object.values(content)
  return isObject(first) ? (first['schema'] ?? {}) : undefined
}

/** Returns a name that every service accepts, and that no other argument of the tool has. */
function argumentName(name: string, place: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_').slice(0, 60) || 'value'
  let argument = plain
  if (taken.has(argument)) argument = `${place}_${plain}`.slice(0, 60)
  for (let count = 2; taken.has(argument); count += 1) argument = `${plain}_${String(count)}`
  taken.add(argument)
  return argument
}
