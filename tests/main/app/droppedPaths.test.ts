import { expect, test } from 'vitest'
import { createDroppedPaths } from '../../../src/main/app/droppedPaths.ts'

test('only what was dropped may be read', () => {
  const dropped = createDroppedPaths()
  dropped.add('/home/me/a.txt')
  expect(dropped.has('/home/me/a.txt')).toBe(true)
  expect(dropped.has('/home/me')).toBe(false)
  expect(dropped.has('/home/me/../me/a.txt')).toBe(false)
})

test('the oldest of very many are forgotten', () => {
  const dropped = createDroppedPaths()
  for (let count = 0; count <= 10_000; count += 1) dropped.add(`/${String(count)}`)
  expect(dropped.has('/0')).toBe(false)
  expect(dropped.has('/1')).toBe(true)
  expect(dropped.has('/10000')).toBe(true)
})
