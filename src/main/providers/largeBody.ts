import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Shorter texts stay where they are. In UTF-16 units. */
const longText = 64 * 1024
/** Written as JSON at a time: a millisecond of work. */
const pieceLength = 512 * 1024

/** The long texts of requests that are being made, by what stands for them in the body. */
const setAside = new Map<string, string>()

const marks = /"parley-text-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/

/**
 * Calls `send` with a body whose long texts, such as pictures in base64, are replaced by short marks.
 * The client writes that body as JSON at once, and `fillBody` puts the texts in: a chat with many
 * pictures would hold main for seconds.
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

/** Puts the texts back that were set aside, in slices. Returns a body without any as it is. */
export async function fillBody(body: string): Promise<string | Blob> {
  if (setAside.size === 0) return body
  // Every second piece is the id of a mark.
  const pieces = body.split(marks)
  if (pieces.length === 1) return body
  const parts: Blob[] = []
  for (const [index, piece] of pieces.entries()) {
    const text = index % 2 === 1 ? setAside.get(piece) : undefined
    if (text === undefined) {
      // No mark of ours.
      parts.push(new Blob([index % 2 === 1 ? `"parley-text-${piece}"` : piece]))
      continue
    }
    parts.push(quote)
    for (let start = 0; start < text.length; start += pieceLength) {
      parts.push(new Blob([inQuotes(text.slice(start, start + pieceLength))]))
      await setImmediate()
    }
    parts.push(quote)
  }
  return new Blob(parts)
}

const quote = new Blob(['"'])

/** A pair of surrogates that is cut becomes two escapes, which mean the same. */
function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Returns a copy with marks for long texts; what has none is not copied. */
function lighten(value: unknown, ids: string[]): unknown {
  if (typeof value === 'string') {
    if (value.length < longText) return value
    const id = randomUUID()
    setAside.set(id, value)
    ids.push(id)
    return `parley-text-${id}`
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => lighten(item, ids))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([key, field]) => [key, lighten(field, ids)] as const)
  return entries.some(([key, field]) => field !== value[key]) ? Object.fromEntries(entries) : value
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  )
}
