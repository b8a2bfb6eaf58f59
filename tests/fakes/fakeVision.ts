import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Behaviour } from './behaviour.ts'
import { perform } from './fakeOpenAi.ts'
import { startFakeServer, type FakeServer } from './fakeServer.ts'

const requestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([
        z.string(),
        z.array(z.looseObject({ image_url: z.object({ url: z.string() }).optional() })),
      ]),
    }),
  ),
})

/** Undefined answers as always, once it is resolved. */
type Reaction = (width: number) => Behaviour | undefined | Promise<undefined>

export interface FakeVision extends FakeServer {
  /** The pictures that were answered, in order: their widths in pixels. */
  read: () => number[]
  /** Resolves once so many were answered. */
  has: (count: number) => Promise<void>
  /** Changes the answers to pictures of some width; undefined answers as always. */
  behave: (behaviour: Reaction) => void
}

/** Starts a server of the OpenAI dialect that reads pictures by their widths. */
export async function startFakeVision({ milliseconds = 0 } = {}): Promise<FakeVision> {
  let behave: Reaction = () => undefined
  const read: number[] = []
  const waiting = new Set<() => void>()
  const server = await startFakeServer(async (seen, response) => {
    const { model, messages, stream } = requestSchema.parse(seen.body)
    const content = messages.at(-1)?.content ?? ''
    const parts = typeof content === 'string' ? [] : content
    const url = parts.flatMap(({ image_url: image }) => image?.url ?? []).join('')
    const width = widthOf(Buffer.from(url.split(',')[1] ?? '', 'base64'))
    if (milliseconds > 0) await wait(milliseconds)
    const behaviour = await behave(width)
    if (!behaviour) read.push(width)
    const answer: Behaviour = { kind: 'answer', text: pictureText(width) }
    const request = { model, messages: [], ...(stream !== undefined && { stream }) }
    await perform(behaviour ?? answer, request, response)
    for (const look of waiting) look()
  })
  onTestFinished(() => server.close())
  return {
    ...server,
    read: () => [...read],
    has: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (read.length >= count) resolve()
        }
        waiting.add(look)
        look()
      }),
    behave: (next) => void (behave = next),
  }
}

/** Returns what is to be read on a picture of some width. */
export function pictureText(width: number): string {
  return `## Sheet w${String(width)}\n\nThe ledger of w${String(width)} lists the barrels.`
}

/** Reads the width of a PNG or a GIF. */
function widthOf(bytes: Buffer): number {
  return bytes[0] === 0x89 ? bytes.readUInt32BE(16) : bytes.readUInt16LE(6)
}
