import type { JsonObject } from '../../../shared/json.ts'
import { argumentError } from './argumentError.ts'
import type { OpenApiOperation, OperationParameter } from './operation.ts'
import { writePlain } from './writeParameter.ts'

const placeholder = /\{([^{}]+)\}/g

/**
 * Returns an operation's address with its `{names}` filled. Each value stays within its own place.
 * Errors: pluginArgumentsInvalid.
 */
export function fillPath(operation: OpenApiOperation, input: JsonObject): URL {
  const [path, query] = splitOnce(operation.path, '?')
  const valueOf = (name: string, place: 'path' | 'query'): { argument: string; text: string } => {
    const named = operation.parameters.filter((parameter) => parameter.name === name)
    const { argument } = named.find((parameter) => parameter.in === place) ??
      named[0] ?? { argument: name }
    const value = input[argument]
    const isMissing = value === undefined || value === null
    return { argument, text: isMissing ? '' : writePlain(value).toWellFormed() }
  }
  const filled = path.replaceAll(placeholder, (_match, name: string) => {
    const { argument, text } = valueOf(name, 'path')
    assertOneSegment(argument, text)
    return encodeURIComponent(text)
  })
  const search = query?.replaceAll(placeholder, (_match, name: string) =>
    encodeURIComponent(valueOf(name, 'query').text),
  )
  const server = new URL(operation.server)
  const base = server.pathname.replace(/\/+$/, '')
  const fullPath = `${base}/${filled.replace(/^\/+/, '')}`
  if (fullPath.split('/').some(isDots)) {
    throw argumentError('The arguments would lead to another address')
  }
  const url = new URL(server.origin)
  url.pathname = fullPath
  url.search = search ?? ''
  return url
}

/** Tells whether a parameter's value stands in the query that the path itself has. */
export function isInPathQuery(path: string, { name }: Pick<OperationParameter, 'name'>): boolean {
  return (splitOnce(path, '?')[1] ?? '').includes(`{${name}}`)
}

/** Refuses values that a server could read as a path of their own, however often it decodes. */
function assertOneSegment(argument: string, text: string): void {
  const forms = [text]
  for (let decoded = decode(text); forms.length < 5 && decoded !== forms.at(-1);) {
    forms.push(decoded)
    decoded = decode(decoded)
  }
  if (text === '' || forms.some((form) => form.split(/[/\\]/).some(isDots))) {
    throw argumentError(`"${argument}" is empty or leads to another address`)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment)
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}
