import { randomUUID } from 'node:crypto'
import { isObject } from '../../../shared/json.ts'
import { writeParameter, writePlain } from './writeParameter.ts'

/** The media types of bodies that can be written, the preferred first. */
export const bodyTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
] as const

/** Tells whether a media type is JSON, such as `application/vnd.api+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType)
}

/** Returns a request's body, and sets the header that says how it is written. */
export function encodeBody(
  mediaType: string,
  value: unknown,
  headers: Record<string, string>,
): string {
  headers['content-type'] = mediaType
  if (isJsonType(mediaType)) return JSON.stringify(value)
  const fields = fieldsOf(value)
  if (mediaType === 'application/x-www-form-urlencoded') {
    return new URLSearchParams(fields).toString()
  }
  if (mediaType === 'multipart/form-data') {
    const boundary = `parley-${randomUUID()}`
    headers['content-type'] = `${mediaType}; boundary=${boundary}`
    return multipart(boundary, fields)
  }
  return writePlain(value)
}

function fieldsOf(value: unknown): [string, string][] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) =>
    item === null || item === undefined
      ? []
      : writeParameter({ name, style: isObject(item) ? 'json' : 'form', explode: true }, item),
  )
}

function multipart(boundary: string, fields: readonly [string, string][]): string {
  const parts = fields.map(
    ([name, text]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

/** Escapes a name as browsers do, so that it ends neither its quotation nor its line. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
