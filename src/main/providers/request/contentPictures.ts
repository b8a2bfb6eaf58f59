import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { parseDataUrl } from './dataUrl.ts'
import type { ReplyEvent } from '../reply.ts'

/** The beginnings of pictures in base64, for services that don't name the format. */
const formats: readonly (readonly [string, string])[] = [
  ['iVBOR', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lG', 'image/gif'],
  ['UklGR', 'image/webp'],
]

/**
 * Returns the picture in a part of an answer's content, in any service's shape. One that is only at
 * an address, or unreadable, is a warning. Any other part gives nothing.
 */
export function picturesIn(part: unknown): ReplyEvent[] {
  if (!isObject(part) || !isPicture(part)) return []
  const { source, inline_data: inline = part['inlineData'] } = part
  const holder = [source, inline].find(isObject)
  const said = holder && (holder['media_type'] ?? holder['mime_type'] ?? holder['mimeType'])
  const picture = toPicture(dataOf(part, holder), textOf(said))
  return [picture ?? { type: 'warning', warning: { code: 'contentUnknown', subject: 'image' } }]
}

function isPicture(part: JsonObject): boolean {
  const fields = ['image_url', 'inline_data', 'inlineData', 'b64_json']
  return /image|picture/i.test(textOf(part['type'])) || fields.some((name) => isSet(part[name]))
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Returns the first text that may be a data URL or base64. */
function dataOf(part: JsonObject, holder: JsonObject | undefined): string {
  const { image_url: url } = part
  const nested = isObject(url) ? url['url'] : url
  const candidates = [
    ...[nested, part['url'], part['b64_json'], part['image'], part['image_base64']],
    ...[part['result'], part['data'], holder?.['data'], holder?.['bytes']],
  ]
  return candidates.map(textOf).find((text) => text !== '') ?? ''
}

function toPicture(data: string, said: string): ReplyEvent | undefined {
  const parsed = parseDataUrl(data)
  if (parsed) return { type: 'image', ...parsed }
  if (data === '' || !/^[A-Za-z0-9+/_-]+={0,2}\s*$/.test(data)) return undefined
  const known = formats.find(([beginning]) => data.startsWith(beginning))?.[1]
  const mediaType = said || known
  if (mediaType === undefined) return undefined
  return { type: 'image', mediaType, bytes: new Uint8Array(Buffer.from(data, 'base64')) }
}
