import { readFile } from 'node:fs/promises'
import { serveTask } from '../../workers/serveTask.ts'
import { decodePicture } from './decodePicture.ts'
import { keepRest } from './keepRest.ts'
import { pixelsTask } from './pixelsTask.ts'
import { readMask } from './readMask.ts'
import type { CodecPaths } from './startCodec.ts'
import { transparentMask } from './transparentMask.ts'
import { turnUpright } from './turnUpright.ts'

serveTask(pixelsTask, async ({ work, codecs }) => {
  switch (work.do) {
    case 'inspectMask':
      return inspectMask(await readFile(work.mask), codecs)
    case 'transparentMask':
      return { picture: transparentMask(work.mask, await decodePicture(work.mask, codecs)) }
    case 'turnUpright':
      return { picture: await turnUpright(await readFile(work.photo), codecs) }
    case 'measurePicture': {
      const { width, height } = await decodePicture(await readFile(work.picture), codecs)
      return { width, height }
    }
    case 'keepRest': {
      const [original, mask, result] = await Promise.all([
        readFile(work.original),
        readFile(work.mask),
        readFile(work.result),
      ])
      const kept = await keepRest({ original, mask, result }, codecs)
      return typeof kept === 'string' ? { unkept: kept } : { picture: kept }
    }
  }
})

async function inspectMask(file: Uint8Array, codecs: CodecPaths) {
  const pixels = await decodePicture(file, codecs)
  const { width, height, shares } = readMask(pixels)
  return {
    ...{ width, height },
    isEmpty: shares.every((share) => share === 0),
    isWhole: shares.every((share) => share === 255),
    transparentBytes: transparentMask(file, pixels).length,
  }
}
