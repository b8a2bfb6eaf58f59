import type { FieldError, FormField, FormValues, MediaInput } from '../../../shared/mediaForm.ts'
import { readHead } from '../../attachments/readHead.ts'
import type { InspectedMask } from '../pixels/createPixels.ts'
import { uprightDimensions } from '../uprightDimensions.ts'
import { filesOf } from './checkValues.ts'
import type { JobContext } from './jobContext.ts'
import type { RestOf } from './jobRow.ts'

/** What main finds out about masks before anything is paid. */
export interface MaskChecks {
  /** Returns what is wrong with the mask of a form; an empty list if it may be sent. */
  check: (fields: readonly FormField[], values: FormValues) => Promise<FieldError[]>
  /**
   * Returns the picture and the mask of an edit whose results keep the rest of the picture: a form
   * with the switch for it, which is on by default. Null if there is nothing to keep.
   */
  restOf: (fields: readonly FormField[], values: FormValues) => Promise<RestOf | null>
}

/** A form asks about the same mask each time that it is sent. */
const knownMaximum = 10
/** Photos have their size behind what the camera says of them. */
const headBytes = 4 * 1024 * 1024

interface MaskCheckOptions {
  blobs: Pick<JobContext['blobs'], 'path'>
  pixels: Pick<JobContext['pixels'], 'inspectMask'>
}

export function createMaskChecks({ blobs, pixels }: MaskCheckOptions): MaskChecks {
  const known = new Map<string, Promise<InspectedMask | undefined>>()

  /** Files are named after their bytes, so what is known of one stays true. */
  function inspect({ id }: MediaInput): Promise<InspectedMask | undefined> {
    const asked = known.get(id) ?? pixels.inspectMask(blobs.path(id))
    known.set(id, asked)
    const [oldest] = known.keys()
    if (known.size > knownMaximum && oldest !== undefined) known.delete(oldest)
    return asked
  }

  async function sizeOf({ id, mediaType }: MediaInput) {
    const head = await readHead(blobs.path(id), headBytes).catch(() => new Uint8Array())
    return uprightDimensions(head, mediaType)
  }

  return {
    async check(fields, values) {
      const { picture, mask, field } = maskedOf(fields, values)
      if (!mask || !field) return []
      const errorOf = (reason: FieldError['reason'], name = field.name): FieldError[] => [
        { name, reason, message: '' },
      ]
      if (!picture) {
        const pictures = fields.find(({ role }) => role === 'image')
        return pictures ? errorOf('missing', pictures.name) : []
      }
      const [found, { width, height }] = await Promise.all([inspect(mask), sizeOf(picture)])
      // A service may read what Parley can't.
      if (!found) return []
      if (width !== null && (found.width !== width || found.height !== height)) {
        return errorOf('maskSize')
      }
      if (found.isEmpty) return errorOf('maskEmpty')
      const isTooLarge = (found.transparentBytes ?? 0) > (field.bytesMaximum ?? Infinity)
      return isTooLarge ? errorOf('fileSize') : []
    },
    async restOf(fields, values) {
      const keeping = fields.find(({ role }) => role === 'keepRest')
      if (!keeping || values[keeping.name] === false) return null
      const { picture, mask } = maskedOf(fields, values)
      if (!picture || !mask) return null
      // Where everything may change, the result is all there is.
      if ((await inspect(mask))?.isWhole) return null
      return { pictureId: picture.id, maskId: mask.id }
    },
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
  return { field, mask, picture: fileOf('image').file }
}
