import { hostedPictureName, noPicture } from '../../../shared/media/hostedPictures.ts'
import { promptWords } from '../../../shared/chat/promptWords.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Item, ResponseEvent } from './responseItems.ts'

/** Reads the pictures that the service makes itself. */
export interface PictureItems {
  begin: (item: Item, place: string) => ReplyEvent[]
  /** Shows an unfinished picture. */
  draft: (event: ResponseEvent, place: string) => ReplyEvent[]
  finish: (item: Item, place: string) => ReplyEvent[]
  reset: () => void
}

const reasonLength = 2000

export function createPictureItems(): PictureItems {
  /** The ids of calls by their place. An item of a compatible service may change its id. */
  const begun = new Map<string, string>()

  function begin({ id }: Item, place: string): ReplyEvent[] {
    if (begun.has(place)) return []
    const callId = id || place
    begun.set(place, callId)
    return [{ type: 'toolCall', id: callId, name: hostedPictureName, arguments: '' }]
  }

  function draft(event: ResponseEvent, place: string): ReplyEvent[] {
    const callId = begun.get(place)
    const bytes = bytesOf(event.partial_image_b64)
    if (callId === undefined || !bytes) return []
    return [{ type: 'pictureDraft', callId, mediaType: mediaTypeOf(event), bytes }]
  }

  function finish(item: Item, place: string): ReplyEvent[] {
    const first = begin(item, place)
    const callId = begun.get(place) ?? place
    const prompt = item.revised_prompt ?? ''
    const told: ReplyEvent = {
      type: 'toolCall',
      id: callId,
      name: hostedPictureName,
      arguments: JSON.stringify({
        ...(prompt !== '' && { prompt }),
        ...(item.size && { size: item.size }),
        ...(item.quality && { quality: item.quality }),
      }),
    }
    const bytes = item.status === 'failed' ? undefined : bytesOf(item.result)
    if (bytes) {
      const mediaType = mediaTypeOf(item)
      const name = fileName(prompt, mediaType)
      return [...first, told, { type: 'image', mediaType, bytes, callId, name }]
    }
    const reason = (item.error?.message || item.error?.code || '').slice(0, reasonLength)
    const text = reason === '' ? noPicture : `${noPicture} ${reason}`
    return [...first, told, { type: 'toolResult', id: callId, text, failed: true }]
  }

  return { begin, draft, finish, reset: () => begun.clear() }
}

/** The page shows a draft as it comes, and a drawing in lines could take any time to draw. */
function mediaTypeOf({ output_format: format }: Pick<Item, 'output_format'>): string {
  return `image/${format === 'jpeg' || format === 'webp' ? format : 'png'}`
}

function bytesOf(base64: string | null | undefined): Buffer | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  return bytes.byteLength > 0 ? bytes : undefined
}

/** Returns a file's name: the beginning of the prompt and the type. */
function fileName(prompt: string, mediaType: string): string {
  const ending = mediaType.replace(/^image\//, '').replace('jpeg', 'jpg')
  return `${promptWords(prompt) || 'image'}.${ending}`
}
