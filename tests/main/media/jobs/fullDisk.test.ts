import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createBlobs } from '../../../../src/main/storage/blobs.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { canMount, mountSmallDisk } from '../../storage/smallDisk.ts'
import { FakeService, picture } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const megabyte = 1_000_000

test.skipIf(!canMount)(
  'a disk that fills in the middle of a file keeps the result until there is room',
  async () => {
    const disk = mountSmallDisk('8m')
    const service = new FakeService()
    const bytes = Buffer.concat([picture(1), Buffer.alloc(3 * megabyte, 1)])
    service.result = () => ({ files: [{ bytes }], price: null })
    const blobs = createBlobs(disk.folder)
    disk.fill(megabyte)
    const media = openTestMedia({ providers: [service.direct()], blobs })
    const { id } = await media.create({ prompt: 'A cat' })
    const isHeld = () => media.media.context.states.read(id).error?.code === 'diskFull'
    while (!isHeld()) await new Promise(setImmediate)
    expect(media.outputs(id)).toEqual([])
    disk.free()
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
    const [output] = media.outputs(id)
    expect(Buffer.from(await blobs.read(String(output?.['file_id'])))).toEqual(bytes)
    const files = readdirSync(disk.folder, { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toHaveLength(1)
    expect(service.posts).toBe(1)
  },
)

test.skipIf(!canMount).each([
  ['of a service that answers at once', 'direct'],
  ['of a service that works on', 'queueing'],
] as const)(
  'a disk without room for the history sends nothing, and keeps what was paid for (%s)',
  async (_what, kind) => {
    const disk = mountSmallDisk('8m')
    const service = new FakeService()
    const media = openTestMedia({ providers: [service[kind]()], folder: disk.folder })
    disk.fill()
    await expect(media.create({ prompt: 'A cat '.repeat(16) })).rejects.toMatchObject({
      code: 'diskFull',
    })
    expect(service.posts).toBe(0)
    disk.free()
    service.beforeAnswer = () => disk.fill()
    const { id } = await media.create({ prompt: 'A cat' })
    const isHeld = () => media.told.some(({ error }) => error?.code === 'diskFull')
    while (!isHeld()) await new Promise(setImmediate)
    disk.free()
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
    expect(media.outputs(id)).toHaveLength(1)
    expect(service.posts).toBe(1)
  },
)
