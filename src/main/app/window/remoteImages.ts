import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { isDrawnPicture } from '../../../shared/fileFormats.ts'
import { hasTooManyPixels } from '../../pictures/sizes/isPictureTooLarge.ts'
import { detectMediaType, headBytes } from '../../pictures/files/mediaType.ts'
import type { ServedFiles } from '../../feature.ts'
import { isPublicAddress } from '../../network/addressKind.ts'
import { guardedRequest, type RequestLimits } from '../../network/guardedRequest.ts'
import { readRetries } from '../../network/retries.ts'

const limits: RequestLimits = {
  bytes: 20 * 1024 * 1024,
  milliseconds: 20_000,
  overflow: 'cut',
}
/** Bytes of all pictures in memory; the oldest are dropped first. */
const maxTotalBytes = 100 * 1024 * 1024

export interface RemoteImages {
  /**
   * Fetches a picture from the web and returns the path at which the app serves it. The request
   * carries no user data. Errors: addressInvalid, connectionFailed, timeout, notFound,
   * attachmentTooLarge, pictureTooLarge, notSupported if it is no picture.
   */
  fetch: (url: string) => Promise<string>
  files: ServedFiles
}

interface Image {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Keeps the pictures that the reader asked for in memory until the app quits: a file would outlive
 * the chat.
 */
export function createRemoteImages(isAllowed = isPublicAddress): RemoteImages {
  const images = new Map<string, Image>()
  let total = 0

  const keep = (image: Image): string => {
    const id = createHash('sha256').update(image.bytes).digest('hex')
    if (!images.has(id)) total += image.bytes.length
    images.set(id, image)
    for (const [oldest, { bytes }] of images) {
      if (total <= maxTotalBytes) break
      images.delete(oldest)
      total -= bytes.length
    }
    return id
  }

  return {
    fetch: async (url) => `/images/${keep(await fetchImage(url, isAllowed))}`,
    files: {
      place: 'images',
      name: /^[0-9a-f]{64}$/,
      serve: async (id) => {
        const image = images.get(id)
        return image && answer(image)
      },
    },
  }
}

function answer({ type, bytes }: Image): Response {
  const headers = {
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  return new Response(bytes, { headers })
}

async function fetchImage(
  address: string,
  isAllowed: (address: string) => boolean,
): Promise<Image> {
  const { status, bytes, isCut } = await guardedRequest(address, {
    headers: { accept: 'image/*' },
    allows: { allowsHost: () => true, allowsAddress: isAllowed, refusal: 'addressInvalid' },
    limits,
    retries: readRetries,
  })
  if (status < 200 || status > 299) {
    throw new AppError('notFound', `The server answered ${String(status)}`)
  }
  if (isCut) throw new AppError('attachmentTooLarge', 'The picture is too large')
  const type = await detectMediaType(bytes.subarray(0, headBytes), '')
  if (!isDrawnPicture(type)) throw new AppError('notSupported', `This is ${type}`)
  if (hasTooManyPixels(bytes, type)) {
    const subject = new URL(address).pathname.split('/').at(-1)
    throw new AppError('pictureTooLarge', 'The picture has too many pixels', { subject })
  }
  return { type, bytes }
}
