import { expect, test } from 'vitest'
import { readFrames } from '../../../../src/main/providers/bedrock/frames.ts'
import type { Frame } from '../../../../src/main/providers/bedrock/frames.ts'
import { frameAnswer, frameError, frameEvent } from '../../../fakes/awsEventStream.ts'

const stream = Buffer.concat([
  ...frameAnswer('Good day, 世界! '.repeat(20)),
  frameEvent('throttlingException', { message: 'Slow' }, 'exception'),
  frameError('InternalFailure', 'Broken'),
])

function* inPieces(bytes: Uint8Array, length: number) {
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length)
  }
}

async function read(pieces: Iterable<Uint8Array>): Promise<Frame[]> {
  async function* pull() {
    yield* pieces
  }
  const frames: Frame[] = []
  for await (const frame of readFrames(pull())) frames.push(frame)
  return frames
}

test.each([1, 2, 3, 7, 11, 12, 13, 100, 1000])('in pieces of %i bytes', async (length) => {
  const whole = await read([stream])
  expect(whole.at(-1)).toEqual({
    kind: 'error',
    type: 'InternalFailure',
    payload: '{"message":"Broken"}',
  })
  expect(whole.at(-2)).toMatchObject({ kind: 'exception', type: 'throttlingException' })
  expect(await read(inPieces(stream, length))).toEqual(whole)
})

test('each byte counts: none may be another one', async () => {
  const message = frameEvent('contentBlockDelta', { delta: { text: 'A' } })
  for (const [at, byte] of message.entries()) {
    await expect(read([message.with(at, byte ^ 0x40)])).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:notAnApi|malformedAnswer)$/) as string,
    })
  }
})
