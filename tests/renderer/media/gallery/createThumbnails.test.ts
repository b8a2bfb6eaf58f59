import { expect, test } from 'vitest'
import { createThumbnails } from '../../../../src/renderer/media/gallery/createThumbnails.ts'

function show(made: Blob) {
  const address = URL.createObjectURL(made)
  return { address, close: () => URL.revokeObjectURL(address) }
}

test('a disk without room costs no small picture, and each is made once', async () => {
  const made: string[] = []
  const full = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  const thumbnails = createThumbnails({
    load: full,
    make(id) {
      made.push(id)
      return Promise.resolve(new Blob([id]))
    },
    store: full,
    show,
  })
  const address = await thumbnails.ask('fox').address
  expect(address).toMatch(/^blob:/)
  expect(await thumbnails.ask('fox').address).toBe(address)
  expect(made).toEqual(['fox'])
})

test('while it rests it makes none, and shows those that are kept', async () => {
  const made: string[] = []
  const looked: string[] = []
  const thumbnails = createThumbnails({
    load(id) {
      looked.push(id)
      return Promise.resolve(id === 'kept' ? new Blob([id]) : undefined)
    },
    make(id) {
      made.push(id)
      return Promise.resolve(new Blob([id]))
    },
    store: () => Promise.resolve(),
    show,
  })
  thumbnails.rest(true)
  const [fox, passed] = [thumbnails.ask('fox'), thumbnails.ask('passed')]
  expect(await thumbnails.ask('kept').address).toMatch(/^blob:/)
  while (looked.length < 3) await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(made).toEqual([])
  passed.cancel()
  thumbnails.rest(false)
  expect(await fox.address).toMatch(/^blob:/)
  expect(await passed.address).toBeUndefined()
  expect(made).toEqual(['fox'])
  expect(looked).toHaveLength(3)
})
