import type {
  FieldError,
  FormField,
  FormValues,
  MediaInput,
} from '../../../shared/media/mediaForm.ts'
import type { Dimensions } from '../../pictures/sizes/readDimensions.ts'
import { readHead } from '../../pictures/files/readHead.ts'
import { photoHeadBytes, uprightDimensions } from '../../pictures/sizes/uprightDimensions.ts'
import { filesOf } from './checkValues.ts'
import type { JobContext } from './jobContext.ts'
import type { RestOf } from './jobRow.ts'

/** Checks masks before anything is paid for. */
export interface MaskChecks {
  /**
   * Returns what is wrong with the mask of a form, and with a picture whose rest is to be kept but
   * can't be; an empty list if it may be sent.
   */
  check: (fields: readonly FormField[], values: FormValues) => Promise<FieldError[]>
  /**
   * Returns the picture and the mask of an edit whose results keep the rest of the picture: a form
   * with the switch for it, which is on by default. Null if there is nothing to keep.
   */
  restOf: (fields: readonly FormField[], values: FormValues) => Promise<RestOf | null>
}

/** A form asks about the same files each time that it is sent. */
const maxKnown = 10

interface MaskCheckOptions {
  blobs: Pick<JobContext['blobs'], 'path'>
  pixels: Pick<JobContext['pixels'], 'inspectMask' | 'measurePicture'>
}

export function createMaskChecks({ blobs, pixels }: MaskCheckOptions): MaskChecks {
  const inspect = remembering((id) => pixels.inspectMask(blobs.path(id)))
  const measure = remembering((id) => pixels.measurePicture(blobs.path(id)))

  /** Returns the size as the head tells it; undefined if the file is gone. */
  async function sizeOf({ id, mediaType }: MediaInput): Promise<Dimensions | undefined> {
    const head = await readHead(blobs.path(id), photoHeadBytes).catch(() => undefined)
    return head && uprightDimensions(head, mediaType)
  }

  /** Tells whether a form wants the rest of the picture kept. */
  function isKeeping(fields: readonly FormField[], values: FormValues): boolean {
    const field = fields.find(({ role }) => role === 'keepRest')
    return field !== undefined && values[field.name] !== false
  }

  return {
    async check(fields, values) {
      const { picture, mask, field, pictureField } = maskedOf(fields, values)
      if (!mask || !field) return []
      const errorOf = (reason: FieldError['reason'], name = field.name): FieldError[] => [
        { name, reason, message: '' },
      ]
      if (!picture) return pictureField ? errorOf('missing', pictureField.name) : []
      const size = await sizeOf(picture)
      const found = await inspect(mask.id)
      if (!found) {
        // A service may read what Parley can't.
        return size && isKeeping(fields, values) ? errorOf('restUnreadable') : []
      }
      let shown = size
      if (size && isKeeping(fields, values) && !found.isWhole) {
        const measured = await measure(picture.id)
        if (typeof measured === 'string') return errorOf(restReasons[measured], pictureField?.name)
        shown = measured
      }
      const hasSize = shown !== undefined && shown.width !== null
      if (hasSize && (found.width !== shown?.width || found.height !== shown.height)) {
        return errorOf('maskSize')
      }
      if (found.isEmpty) return errorOf('maskEmpty')
      const isTooLarge = found.transparentBytes > (field.bytesMaximum ?? Infinity)
      return isTooLarge ? errorOf('fileSize') : []
    },
    async restOf(fields, values) {
      if (!isKeeping(fields, values)) return null
      const { picture, mask } = maskedOf(fields, values)
      if (!picture || !mask) return null
      // A mask that covers everything leaves nothing to keep of the picture.
      if ((await inspect(mask.id))?.isWhole) return null
      return { pictureId: picture.id, maskId: mask.id }
    },
  }
}

const restReasons = { unreadable: 'restUnreadable', tooLarge: 'restTooLarge' } as const

/** Files are named after their bytes, so what is known of one stays true. */
function remembering<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (id) => {
    const asked = known.get(id) ?? find(id)
    known.set(id, asked)
    const [oldest] = known.keys()
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    return asked
  }
}

/** Returns the mask of a form with its field, and the picture that it is drawn on: the first one. */
function maskedOf(fields: readonly FormField[], values: FormValues) {
  const fileOf = (role: FormField['role']) => {
    const field = fields.find((each) => each.role === role)
    if (field?.type !== 'file') return {}
    return { field, file: filesOf(values[field.name])?.[0] }
  }
  const { field, file: mask } = fileOf('mask')
  const { field: pictureField, file: picture } = fileOf('image')
  return { field, mask, pictureField, picture }
}
