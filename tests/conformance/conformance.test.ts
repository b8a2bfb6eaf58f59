import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { expected } from './expected.ts'
import { play, uncut } from './play.ts'
import { randomCut } from './randomCut.ts'
import { readRecordings } from './recordings.ts'

const folder = fileURLToPath(new URL('../../../shared/recorded', import.meta.url))
const missing = !existsSync(folder)
const title = `recorded answers${missing ? ' (skipped: their folder is not there)' : ''}`
const { recordings } = missing ? { recordings: [] } : readRecordings(folder)

const digestOf = (text: string): [number, string] => [
  text.length,
  createHash('sha256').update(text).digest('hex').slice(0, 12),
]

describe.skipIf(missing)(title, () => {
  test.each(recordings)('$file says what was recorded', async (recording) => {
    const wanted = expected[recording.file]
    const reply = await play(recording, uncut)
    if (!wanted) throw new Error(`Nothing is expected of ${recording.file}`)
    expect(reply.error?.code).toBe(wanted.error)
    expect(digestOf(reply.text)).toEqual(wanted.text ?? digestOf(''))
    expect(digestOf(reply.reasoning)).toEqual(wanted.reasoning ?? digestOf(''))
    expect(reply.toolCalls.map((call) => [call.name, call.arguments])).toEqual(
      wanted.toolCalls ?? [],
    )
    if (wanted.citations !== undefined) expect(reply.citations).toHaveLength(wanted.citations)
    expect(reply.finishReason).toBe(wanted.finishReason)
    if (wanted.usage) expect(reply.usage).toMatchObject(wanted.usage)
    else expect(reply.usage).toBeNull()
  })

  test.each(recordings)('$file says the same when it is cut anywhere', async (recording) => {
    const whole = await play(recording, uncut)
    for (let round = 0; round < 2; round += 1) {
      const seed = Math.floor(Math.random() * 2 ** 32)
      expect(await play(recording, randomCut(seed)), `seed ${String(seed)}`).toEqual(whole)
    }
    if (recording.answer.kind === 'whole') return
    expect(await play(recording, () => Array.from({ length: 3000 }, () => 1)), 'bytes').toEqual(
      whole,
    )
  })
})
