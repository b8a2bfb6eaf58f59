import { isDeepStrictEqual, parseArgs } from 'node:util'
import { play, uncut } from './play.ts'
import type { PlayedReply } from './play.ts'
import { randomCut } from './randomCut.ts'
import { readRecordings } from './recordings.ts'
import type { Recording } from './recordings.ts'

const cutsPerRecording = 3

/**
 * Plays every recording of a folder, uncut and cut at random bytes, and fails where the replies
 * differ. With --print each reply is a line of JSON on standard output, and all else is on
 * standard error.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      print: { type: 'boolean', default: false },
      seed: { type: 'string' },
    },
  })
  if (values.dir === undefined) throw new Error('Say which folder: --dir DIR')
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
  const { recordings, unknown } = readRecordings(values.dir)
  const say = values.print ? console.error : console.log
  for (const name of unknown) say(`${name}: skipped, as no adapter speaks it`)
  let failed = 0
  for (const recording of recordings) {
    const reply = await play(recording, uncut)
    if (values.print) console.log(JSON.stringify(reply))
    const difference = await findDifference(recording, reply, seed)
    if (difference === undefined) continue
    failed += 1
    say(`${recording.file}: another reply when cut with seed ${String(difference)}`)
  }
  say(`${String(recordings.length - failed)} passed, ${String(failed)} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** The seed with which the reply is another one. */
async function findDifference(
  recording: Recording,
  reply: PlayedReply,
  seed: number,
): Promise<number | undefined> {
  for (let count = 0; count < cutsPerRecording; count += 1) {
    if (!isDeepStrictEqual(await play(recording, randomCut(seed + count)), reply)) {
      return seed + count
    }
  }
  return undefined
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
