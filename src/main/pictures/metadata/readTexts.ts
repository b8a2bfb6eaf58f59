import { inflateSync } from 'node:zlib'
import { partsOf, type PicturePart } from './pictureParts.ts'

/** The names under which a picture carries what it was made with. */
export const parleyKeyword = 'parley'
export const parametersKeyword = 'parameters'
/** The longest text of a picture that is read. A workflow of ComfyUI may be long. */
const maxTextBytes = 4 * 1024 * 1024

/**
 * Returns the texts of a PNG, JPEG or WebP by their keywords: those of a PNG, Parley's XMP, and what
 * Automatic1111 and ComfyUI write into Exif. Null for any other file.
 */
export function readTexts(file: Uint8Array): ReadonlyMap<string, string> | null {
  const read = partsOf(file)
  if (!read) return null
  const texts = new Map<string, string>()
  for (const part of read.parts) {
    if (part.content.length > maxTextBytes) continue
    const [keyword, text] = read.format === 'png' ? pngText(part) : otherText(part)
    if (keyword !== '' && !texts.has(keyword)) texts.set(keyword, text)
  }
  return texts
}

type Text = readonly [keyword: string, text: string]
const none: Text = ['', '']

function pngText({ name, content }: PicturePart): Text {
  const end = content.indexOf(0)
  if (end < 1) return none
  const keyword = content.toString('latin1', 0, end)
  if (name === 'tEXt') return [keyword, content.toString('latin1', end + 1)]
  if (name === 'zTXt') return [keyword, inflated(content.subarray(end + 2)).toString('latin1')]
  if (name !== 'iTXt') return none
  const isPacked = content[end + 1] === 1
  const language = content.indexOf(0, end + 3)
  const translated = content.indexOf(0, language + 1)
  if (language < 0 || translated < 0) return none
  const text = content.subarray(translated + 1)
  return [keyword, (isPacked ? inflated(text) : text).toString('utf8')]
}

function inflated(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: maxTextBytes })
  } catch {
    return Buffer.alloc(0)
  }
}

/** Reads Parley's XMP, and the comment that Automatic1111 writes into Exif. */
function otherText({ name, content }: PicturePart): Text {
  if (name === 'XMP ' || name === 'APP1') {
    const xmp = /<parley:settings>([^<]*)<\/parley:settings>/.exec(content.toString('utf8'))?.[1]
    if (xmp !== undefined) return [parleyKeyword, unescape(xmp)]
  }
  if (name !== 'EXIF' && name !== 'APP1') return none
  const comment = content.indexOf('UNICODE\0', 0, 'latin1')
  if (comment < 0) return comfyText(content)
  const wide = content.subarray(comment + 8)
  // Automatic1111 writes big-endian text, whatever the rest of the Exif is.
  const isBig = wide[0] === 0
  const even = Buffer.from(wide.subarray(0, wide.length - (wide.length % 2)))
  const text = (isBig ? even.swap16() : even).toString('utf16le')
  return [parametersKeyword, text.replace(/\0[\s\S]*$/, '')]
}

/** ComfyUI writes its graph into a WebP's Exif, as `prompt:{…}`. */
function comfyText(content: Buffer): Text {
  const start = content.indexOf('prompt:{', 0, 'latin1')
  if (start < 0) return none
  const end = content.indexOf(0, start)
  return ['prompt', content.toString('utf8', start + 'prompt:'.length, end < 0 ? undefined : end)]
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
