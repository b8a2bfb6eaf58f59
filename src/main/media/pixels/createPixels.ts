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
}

export interface PixelWorkOptions {
  /** The thread's entry, `pixelsWorker.ts`. */
  entry: string | URL
  decoders: DecoderPaths
}

/** For three pictures of 64 megapixels, several times; a larger file is no output. */
const limits = { milliseconds: 180_000, megabytes: 2000, answerBytes: 64 * 1024 * 1024 }

export function createPixels({ entry, decoders }: PixelWorkOptions): PixelWork {
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
        return error.code === 'tooHeavy' ? 'tooLarge' : 'unreadable'
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
  }
}
