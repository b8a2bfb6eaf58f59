import { readFile } from 'node:fs/promises'
import { serveTask } from '../../workers/serveTask.ts'
import { decodePicture, type DecoderPaths } from './decodePicture.ts'
import { keepRest } from './keepRest.ts'
import { pixelsTask } from './pixelsTask.ts'
import { readMask } from './readMask.ts'
import { transparentMask } from './transparentMask.ts'
import { turnUpright } from './turnUpright.ts'

serveTask(pixelsTask, async (work) => {
  const { decoders } = work
  if (work.do === 'inspectMask') return inspectMask(await readFile(work.mask), decoders)
  if (work.do === 'turnUpright') {
    return { picture: await turnUpright(await readFile(work.photo), work) }
  }
  if (work.do === 'measurePicture') {
    const { width, height } = await decodePicture(await readFile(work.picture), decoders)
    return { width, height }
  }
  const [original, mask, result] = await Promise.all(
    [work.original, work.mask, work.result].map((path) => readFile(path)),
  )
  if (!original || !mask || !result) throw new Error('A file is missing')
  const kept = await keepRest({ original, mask, result }, decoders)
  return typeof kept === 'string' ? { unkept: kept } : { picture: kept }
})

async function inspectMask(file: Uint8Array, decoders: DecoderPaths) {
  const { width, height, shares } = readMask(await decodePicture(file, decoders))
  const transparent = await transparentMask(file).catch(() => null)
  return {
    ...{ width, height },
    isEmpty: shares.every((share) => share === 0),
    isWhole: shares.every((share) => share === 255),
    transparentBytes: transparent?.length ?? null,
  }
}
