import type { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { runTask } from '../../workers/runTask.ts'
import type { Unkept } from './keepRest.ts'
import { pixelsTask } from './pixelsTask.ts'
import type { CodecPaths } from './startCodec.ts'

type Work = z.input<typeof pixelsTask.input>['work']
type Done = z.output<typeof pixelsTask.output>
type InspectedMask = Extract<Done, { isEmpty: boolean }>

/** The size of a picture whose pixels can be read, upright; else why they can't. */
export type MeasuredPicture = { width: number; height: number } | 'unreadable' | 'tooLarge'

/** Work on pixels, which a thread of its own does. Stored files are given by their paths. */
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
  /** Returns a mask as OpenAI wants it. Errors: aborted, unreadable, tooHeavy. */
  transparentMask: (mask: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>
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
  codecs: CodecPaths
}

/** For three pictures of 64 megapixels, several times; a larger file is no output. */
const limits = { milliseconds: 180_000, megabytes: 2000, answerBytes: 64 * 1024 * 1024 }

export function createPixels({ entry, codecs }: PixelWorkOptions): PixelWork {
  function run(work: Work, subject: string, signal?: AbortSignal): Promise<Done> {
    const options = { limits, subject, ...(signal && { signal }) }
    return runTask(entry, pixelsTask, { work, codecs }, options)
  }
  return {
    async keepRest(paths, signal) {
      const made = await run({ do: 'keepRest', ...paths }, 'picture', signal).catch(reasonOf)
      if (typeof made === 'string') return made
      if ('picture' in made) return made.picture
      return 'unkept' in made ? made.unkept : 'unreadable'
    },
    async inspectMask(mask) {
      const found = await run({ do: 'inspectMask', mask }, 'mask').catch(reasonOf)
      return typeof found !== 'string' && 'isEmpty' in found ? found : undefined
    },
    async transparentMask(mask, signal) {
      return pictureOf(await run({ do: 'transparentMask', mask }, 'mask', signal))
    },
    async measurePicture(picture) {
      const found = await run({ do: 'measurePicture', picture }, 'picture').catch(reasonOf)
      if (typeof found === 'string') return found
      return 'width' in found ? found : 'unreadable'
    },
    async turnUpright(photo, signal) {
      const made = await run({ do: 'turnUpright', photo }, 'photo', signal).catch(reasonOf)
      return typeof made === 'string' ? undefined : pictureOf(made)
    },
  }
}

function pictureOf(done: Done): Uint8Array {
  if ('picture' in done) return done.picture
  throw new AppError('unreadable', 'The thread has made no picture')
}

/** Returns why a picture can't be read. Errors: aborted, and what is no AppError. */
function reasonOf(error: unknown): 'tooLarge' | 'unreadable' {
  if (!(error instanceof AppError) || error.code === 'aborted') throw error
  return error.code === 'tooHeavy' ? 'tooLarge' : 'unreadable'
}
