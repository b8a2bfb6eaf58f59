import { expect, test } from 'vitest'
import { createThumbnails } from '../../../../src/renderer/media/gallery/createThumbnails.ts'

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
  })
  const address = await thumbnails.ask('fox').address
  expect(address).toMatch(/^blob:/)
  expect(await thumbnails.ask('fox').address).toBe(address)
  expect(made).toEqual(['fox'])
})
