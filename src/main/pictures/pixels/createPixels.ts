import { AppError } from '../../../shared/errors.ts'
import { runTask } from '../../workers/runTask.ts'
import type { DecoderPaths } from './decodePicture.ts'
import type { Unkept } from './keepRest.ts'
import { pixelsTask } from './pixelsTask.ts'

export interface InspectedMask {
  width: number
  height: number
  /** True if nothing may change. */
  isEmpty: boolean
  /** True if everything may change. */
  isWhole: boolean
  /** The size of the mask as OpenAI gets it; null for a file that can't become one. */
  transparentBytes: number | null
}

/** The size of a picture whose pixels can be read, upright; else why they can't. */
export type MeasuredPicture = { width: number; height: number } | 'unreadable' | 'tooLarge'

/** Work on pixels, which a thread of its own does. Files are given by their paths. */
export interface PixelWork {
  /**
   * Makes the picture of an edit in which only what is below the mask has changed, as a PNG.
   * Returns the reason if there is none. Errors: aborted.
   */
  keepRest: (
    paths: { original: string; mask: string; result: string },
    signal: AbortSignal,
  ) => Promise<Uint8Array | Unkept>
  /** Returns what a mask is; undefined for one that can't be read. */
  inspectMask: (path: string) => Promise<InspectedMask | undefined>
  /** Reads all pixels of a picture, as `keepRest` will. */
  measurePicture: (path: string) => Promise<MeasuredPicture>
  /**
   * Makes a JPEG of a photo that its camera turned, with its pixels upright. Returns undefined for
   * one that can't be read. Errors: aborted.
   */
  turnUpright: (path: string, signal: AbortSignal) => Promise<Uint8Array | undefined>
}

export interface PixelWorkOptions {
  /** The thread's entry, `pixelsWorker.ts`. */
  entry: string | URL
  decoders: DecoderPaths
  /** The encoder's module, which is WebAssembly. */
  jpegEncoder: string
}

/** For three pictures of 64 megapixels, several times; a larger file is no output. */
const limits = { milliseconds: 180_000, megabytes: 2000, answerBytes: 64 * 1024 * 1024 }

export function createPixels({ entry, decoders, jpegEncoder }: PixelWorkOptions): PixelWork {
  return {
    async keepRest(paths, signal) {
      const input = { do: 'keepRest' as const, ...paths, decoders }
      try {
        const options = { limits, subject: 'picture', signal }
        const made = await runTask(entry, pixelsTask, input, options)
        if ('picture' in made) return made.picture
        return 'unkept' in made ? made.unkept : 'unreadable'
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'aborted') throw error
        return reasonOf(error)
      }
    },
    async inspectMask(mask) {
      const input = { do: 'inspectMask' as const, mask, decoders }
      try {
        const found = await runTask(entry, pixelsTask, input, { limits, subject: 'mask' })
        return 'isEmpty' in found ? found : undefined
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },
    async measurePicture(picture) {
      const input = { do: 'measurePicture' as const, picture, decoders }
      try {
        const found = await runTask(entry, pixelsTask, input, { limits, subject: 'picture' })
        return 'width' in found ? found : 'unreadable'
      } catch (error) {
        if (error instanceof AppError) return reasonOf(error)
        throw error
      }
    },
    async turnUpright(photo, signal) {
      const input = { do: 'turnUpright' as const, photo, decoders, jpegEncoder }
      try {
        const options = { limits, subject: 'photo', signal }
        const made = await runTask(entry, pixelsTask, input, options)
        return 'picture' in made ? made.picture : undefined
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'aborted') throw error
        return undefined
      }
    },
  }
}

function reasonOf({ code }: AppError): 'tooLarge' | 'unreadable' {
  return code === 'tooHeavy' ? 'tooLarge' : 'unreadable'
}
