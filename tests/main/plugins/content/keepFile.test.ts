import { expect, test } from 'vitest'
import { keepFiles } from '../../../../src/main/plugins/content/keepFile.ts'
import { pagePlugin } from '../frames/pagePlugin.ts'

const megabyte = 1024 * 1024

/** Gives this many files of one size for a message. Returns the names of those that were stored. */
async function give(count: number, sizeBytes: number): Promise<string[]> {
  const bytes = new Uint8Array(sizeBytes)
  const files = Array.from({ length: count }, (_, index) => {
    return { bytes, name: `${String(index)}.bin`, uri: null }
  })
  const stored: string[] = []
  const { sheet } = pagePlugin('https://clock.test/')
  await keepFiles({ id: sheet.id, sheet }, files, async ({ byteLength }, name) => {
    stored.push(name)
    return { id: 'a'.repeat(64), name, mediaType: 'image/png', sizeBytes: byteLength }
  }).catch((error: unknown) => {
    expect(stored).toEqual([])
    throw error
  })
  return stored
}

test('the files of a prompt are all kept, or refused by the limit that they pass', async () => {
  expect(await give(20, 1)).toHaveLength(20)
  await expect(give(21, 1)).rejects.toMatchObject({ code: 'tooManyAttachments' })
  await expect(give(1, 50 * megabyte + 1)).rejects.toMatchObject({
    code: 'attachmentTooLarge',
    details: { subject: '0.bin' },
  })
  await expect(give(5, 41 * megabyte)).rejects.toMatchObject({ code: 'attachmentsTooLarge' })
})
