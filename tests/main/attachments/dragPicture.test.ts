import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dragPicture } from '../../../src/main/attachments/dragPicture.ts'
import type { DraggedFile } from '../../../src/main/feature.ts'
import { createBlobs } from '../../../src/main/storage/blobs.ts'
import { createAttachments } from '../../../src/main/attachments/attachments.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function drag(bytes: Uint8Array, name: string) {
  const blobs = createBlobs(join(temporaryFolder(), 'files'))
  const { id } = await createAttachments(blobs).store(bytes, 'stored')
  const dragged: DraggedFile[] = []
  await dragPicture(blobs, { id, name }, (file) => {
    dragged.push(file)
    return Promise.resolve(true)
  })
  expect(dragged[0]?.path).toBe(blobs.path(id))
  return dragged[0]?.name
}

test('a picture of a chat has the ending of what it is, whatever the page calls it', async () => {
  expect(await drag(png, 'fox.png')).toBe('fox.png')
  expect(await drag(png, 'fox')).toBe('fox.png')
  expect(await drag(png, 'fox.exe')).toBe('fox.exe.png')
})

test('what is no picture is not dragged', async () => {
  const text = new TextEncoder().encode('echo hello')
  await expect(drag(text, 'run.sh')).rejects.toMatchObject({ code: 'notSupported' })
})
