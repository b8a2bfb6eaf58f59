import { isDeepStrictEqual, parseArgs } from 'node:util'
import { play, uncut } from './play.ts'
import type { PlayedReply } from './play.ts'
import { randomCut } from './randomCut.ts'
import { readRecordings } from './recordings.ts'
import type { Recording } from './recordings.ts'

const cutsPerRecording = 3

/**
 * Plays every recording of a folder, uncut and cut at random bytes. Fails if the replies differ, or
 * at the end if a file could not be played. --print writes each reply as a line of JSON to standard
 * output, and everything else to standard error.
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
  const { recordings, bad } = readRecordings(values.dir)
  const say = values.print ? console.error : console.log
  for (const { file, reason } of bad) say(`${file}: not played: ${reason}`)
  if (recordings.length + bad.length === 0) throw new Error(`${values.dir} holds no recording`)
  let failed = bad.length
  for (const recording of recordings) {
    const fault = await faultOf(recording, { seed, print: values.print })
    if (fault === undefined) continue
    failed += 1
    say(`${recording.file}: ${fault}`)
  }
  say(`${String(recordings.length + bad.length - failed)} passed, ${String(failed)} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Returns a description of the fault in a recording or its reply. */
async function faultOf(
  recording: Recording,
  { seed, print }: { seed: number; print: boolean },
): Promise<string | undefined> {
  try {
    const reply = await play(recording, uncut)
    if (print) console.log(JSON.stringify(reply))
    const difference = await findDifference(recording, reply, seed)
    if (difference === undefined) return undefined
    return `another reply when cut with seed ${String(difference)}`
  } catch (error) {
    return `not played: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Returns the seed for which the reply differs. */
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
