import { expect, test } from 'vitest'
import { createSerialQueue } from '../../src/shared/serialQueue.ts'

test('work runs one after another, and what fails holds nothing up', async () => {
  const inTurn = createSerialQueue()
  const ran: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    await gate.promise
    ran.push('first')
    throw new Error('first')
  })
  const second = inTurn(() => ran.push('second'))
  await Promise.resolve()
  expect(ran).toEqual([])
  gate.resolve()
  await expect(first).rejects.toThrow('first')
  await expect(second).resolves.toBe(2)
  expect(ran).toEqual(['first', 'second'])
})
