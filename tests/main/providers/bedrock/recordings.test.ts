import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomCut } from '../../../conformance/randomCut.ts'
import { frameEvent } from '../../../fakes/awsEventStream.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

const folder = fileURLToPath(
  new URL('../../../../../shared/recorded/bedrock-converse/', import.meta.url),
)
const missing = !existsSync(folder)
const title = `recordings${missing ? ' (skipped: their folder is not there)' : ''}`
const names = missing ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

let fake: FakeBedrock

beforeAll(async () => {
  fake = await startFakeBedrock()
})

afterAll(() => fake.close())

function bytesOf(name: string): Uint8Array {
  const lines = readFileSync(folder + name, 'utf8')
    .trim()
    .split('\n')
  const frames = lines.map((line) => {
    const [type = '', payload] = Object.entries(JSON.parse(line) as object)[0] ?? []
    return frameEvent(type, payload)
  })
  return Buffer.concat(frames)
}

function* cut(bytes: Uint8Array, seed: number) {
  let start = 0
  for (const length of randomCut(seed)(bytes.length)) {
    yield bytes.subarray(start, start + length)
    start += length
  }
}

async function replyOf(pieces: Iterable<Uint8Array>) {
  fake.behave({ kind: 'bytes', pieces })
  return collect(openBedrock(fake.origin))
}

describe.skipIf(missing)(title, () => {
  test.each(names)('%s is the same reply however it is cut', async (name) => {
    const bytes = bytesOf(name)
    const whole = await replyOf([bytes])
    expect(whole.error).toBeUndefined()
    expect(whole.events.slice(-2).map(({ type }) => type)).toEqual(['usage', 'finish'])
    for (let cuts = 0; cuts < 5; cuts += 1) {
      const seed = Math.floor(Math.random() * 2 ** 32)
      expect(await replyOf(cut(bytes, seed)), `seed ${String(seed)}`).toEqual(whole)
    }
  })

  test.each(names)('%s without its last byte is no whole reply', async (name) => {
    const reply = await replyOf([bytesOf(name).subarray(0, -1)])
    // If only the token count is missing, all text has arrived.
    const last = reply.events.at(-1)
    if (reply.error) expect(reply.error.code).toBe('streamBroken')
    else expect(last?.type).toBe('finish')
    expect(reply.events.some(({ type }) => type === 'usage') && reply.error === undefined).toBe(
      false,
    )
  })
})
