import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { toBase64 } from '../request/dataUrl.ts'

/** Shorter texts and files stay in the body. In UTF-16 units, or bytes. */
const longText = 64 * 1024
/** Written as JSON at a time: a millisecond of work. */
const pieceLength = 512 * 1024

/** Bytes written as base64 at a time. Each three give four letters, so no piece but the last is padded. */
const pieceBytes = (pieceLength / 4) * 3

/** The long texts and files of requests that are being made, by what stands for them in the body. */
const setAside = new Map<string, string | Uint8Array>()

/** Stands for bytes, with an id behind it: together as many as base64 writes without padding. */
const bytesMark = 'parley-file:'
const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const marks = new RegExp(
  `"(?:parley-text-(${idPattern})|${Buffer.from(bytesMark).toString('base64')}([\\w+/]{48}))"`,
  'g',
)

/**
 * Calls `send` with a body whose long texts, such as pictures in base64, are replaced by short marks,
 * and so are long bytes, which the client writes as base64. The client writes that body as JSON at
 * once, and `fillBody` puts both in: a chat with many pictures would hold main for seconds.
 */
export async function withTextsAside<Body, Result>(
  body: Body,
  send: (light: Body) => Promise<Result>,
): Promise<Result> {
  const ids: string[] = []
  const light = lighten(body, ids) as Body
  try {
    return await send(light)
  } finally {
    for (const id of ids) setAside.delete(id)
  }
}

/** Returns a value as JSON, made in slices if it has long texts. */
export async function jsonBody(value: unknown): Promise<string | Blob> {
  return withTextsAside(value, (light) => fillBody(JSON.stringify(light)))
}

/** Puts back what was set aside, in slices. Returns a body without any as it is. */
export async function fillBody(body: string): Promise<string | Blob> {
  if (setAside.size === 0) return body
  const parts: Blob[] = []
  let written = 0
  for (const match of body.matchAll(marks)) {
    const [mark, text, bytes = ''] = match
    const value = setAside.get(text ?? Buffer.from(bytes, 'base64').toString('latin1'))
    // No mark of ours.
    if (value === undefined) continue
    parts.push(new Blob([body.slice(written, match.index), '"']))
    for (const piece of piecesOf(value)) {
      parts.push(new Blob([piece]))
      await setImmediate()
    }
    written = match.index + mark.length - 1
  }
  return parts.length === 0 ? body : new Blob([...parts, body.slice(written)])
}

/** Yields a value as JSON has it within quotes. */
function* piecesOf(value: string | Uint8Array): Generator<string> {
  const isText = typeof value === 'string'
  const step = isText ? pieceLength : pieceBytes
  for (let start = 0; start < value.length; start += step) {
    yield isText
      ? inQuotes(value.slice(start, start + step))
      : toBase64(value.subarray(start, start + step))
  }
}

/** A pair of surrogates that is cut becomes two escapes, which mean the same. */
function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Returns a copy with marks for long texts and bytes; what has none is not copied. */
function lighten(value: unknown, ids: string[]): unknown {
  if (typeof value === 'string') {
    if (value.length < longText) return value
    return `parley-text-${keep(value, ids)}`
  }
  if (value instanceof Uint8Array) {
    if (value.length < longText) return value
    return Buffer.from(bytesMark + keep(value, ids))
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => lighten(item, ids))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([key, field]) => [key, lighten(field, ids)] as const)
  return entries.some(([key, field]) => field !== value[key]) ? Object.fromEntries(entries) : value
}

function keep(value: string | Uint8Array, ids: string[]): string {
  const id = randomUUID()
  setAside.set(id, value)
  ids.push(id)
  return id
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  )
}
