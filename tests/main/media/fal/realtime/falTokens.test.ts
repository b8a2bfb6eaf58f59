import { expect, test } from 'vitest'
import { createFalTokens } from '../../../../../src/main/media/fal/realtime/falTokens.ts'
import { createVirtualTime } from '../../../../fakes/virtualTime.ts'

const { signal } = new AbortController()

/** Creates tokens that are numbered, at a service that may fail. */
function openTokens() {
  const time = createVirtualTime()
  const service = { isDown: false, asked: [] as number[] }
  const tokens = createFalTokens({
    ...{ elapsed: time.now, delay: time.delay },
    async request() {
      service.asked.push(time.now() / 1000)
      if (service.isDown) throw new Error('Down')
      return `token ${String(service.asked.length)}`
    },
  })
  return { time, service, tokens }
}

test('each connection gets a token of its own', async () => {
  const { tokens } = openTokens()
  expect(await tokens.take(signal)).toBe('token 1')
  expect(await tokens.take(signal)).toBe('token 2')
  tokens.close()
})

test('a token for the next connection is renewed 12 seconds before the last one ends', async () => {
  const { time, service, tokens } = openTokens()
  await tokens.take(signal)
  await time.pass(107_999)
  expect(service.asked).toEqual([0])
  await time.pass(1)
  expect(service.asked).toEqual([0, 108])
  expect(await tokens.take(signal)).toBe('token 2')
  expect(service.asked).toHaveLength(2)
  await time.pass(108_000)
  expect(service.asked).toEqual([0, 108, 216])
  tokens.close()
})

test('a renewal that fails is tried again after 5 seconds, while the token still lives', async () => {
  const { time, service, tokens } = openTokens()
  await tokens.take(signal)
  service.isDown = true
  await time.pass(113_000)
  service.isDown = false
  await time.pass(5000)
  expect(service.asked).toEqual([0, 108, 113, 118])
  expect(await tokens.take(signal)).toBe('token 4')
  tokens.close()
})

test('a token with less than 5 seconds left is not used', async () => {
  const { time, service, tokens } = openTokens()
  await tokens.take(signal)
  await time.pass(108_000)
  service.isDown = true
  await time.pass(115_001)
  service.isDown = false
  const before = service.asked.length
  await tokens.take(signal)
  expect(service.asked).toHaveLength(before + 1)
  tokens.close()
})

test('after the end nothing is asked', async () => {
  const { time, service, tokens } = openTokens()
  await tokens.take(signal)
  tokens.close()
  await time.pass(1_000_000)
  expect(service.asked).toEqual([0])
})
