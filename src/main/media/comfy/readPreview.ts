import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { readDimensions } from '../../attachments/readDimensions.ts'

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
const messageBytesMaximum = 4 * 1024 * 1024
/** Previews are small. A page decodes each of them. */
const pixelsMaximum = 4096 * 4096

const describedSchema = z.object({ prompt_id: z.string().optional().catch(undefined) })

/** Reads a binary message; undefined for one without a picture that may be shown. Never fails. */
export function readPreview(message: ArrayBuffer): ComfyPreview | undefined {
  if (message.byteLength < headBytes || message.byteLength > messageBytesMaximum) return undefined
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
  if (width === null || height === null || width * height > pixelsMaximum) return undefined
  return { mediaType, bytes, promptId }
}

/** Tells the type by the bytes: what the message calls it proves nothing. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  return bytes.subarray(0, 3).equals(jpegSignature) ? 'image/jpeg' : undefined
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])
