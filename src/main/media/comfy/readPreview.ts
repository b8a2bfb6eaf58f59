import { z } from 'zod'
import { fileFormats, hasSignature, hasPngSignature } from '../../../shared/fileFormats.ts'
import { parseJson } from '../../../shared/json.ts'
import { readDimensions } from '../../pictures/sizes/readDimensions.ts'

/** A picture that the server shows while it paints. */
export interface ComfyPreview {
  mediaType: string
  bytes: Uint8Array
  /** Missing if the server does not name the prompt: then it is that of the connection. */
  promptId: string | undefined
}

/** The messages that hold a picture: behind the number of its format, or behind JSON about it. */
const pictureEvent = 1
const describedEvent = 4
const headBytes = 8
const maxMessageBytes = 4 * 1024 * 1024
/** Previews are small. A page decodes each of them. */
const maxPixels = 4096 * 4096

const describedSchema = z.object({ prompt_id: z.string().optional().catch(undefined) })

/** Reads a binary message; undefined for one without a picture that may be shown. Never fails. */
export function readPreview(message: ArrayBuffer): ComfyPreview | undefined {
  if (message.byteLength < headBytes || message.byteLength > maxMessageBytes) return undefined
  const view = Buffer.from(message)
  const event = view.readUInt32BE(0)
  if (event === pictureEvent) return previewOf(view.subarray(headBytes), undefined)
  if (event !== describedEvent) return undefined
  const end = headBytes + view.readUInt32BE(4)
  const described = parseJson(view.toString('utf8', headBytes, end))
  return previewOf(view.subarray(end), describedSchema.safeParse(described).data?.prompt_id)
}

function previewOf(bytes: Buffer, promptId: string | undefined): ComfyPreview | undefined {
  const mediaType = typeOf(bytes)
  if (mediaType === undefined) return undefined
  const { width, height } = readDimensions(bytes, mediaType)
  if (width === null || height === null || width * height > maxPixels) return undefined
  return { mediaType, bytes, promptId }
}

/** Tells the type by the bytes: what the message calls it proves nothing. */
function typeOf(bytes: Buffer): string | undefined {
  if (hasPngSignature(bytes)) return fileFormats.png.mediaType
  return hasSignature(bytes, 'jpeg') ? fileFormats.jpeg.mediaType : undefined
}
