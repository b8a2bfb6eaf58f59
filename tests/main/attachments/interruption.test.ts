import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createAttachments } from '../../../src/main/attachments/attachments.ts'
import { createBlobs } from '../../../src/main/storage/blobs.ts'
import { canMount, mountSmallDisk } from '../storage/smallDisk.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

test('a kill in the middle of a file leaves no file, and what it leaves is swept', async () => {
  const folder = join(temporaryFolder(), 'files')
  const script = fileURLToPath(new URL('killedUpload.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  const left = readdirSync(folder)
  expect(left).toEqual([expect.stringMatching(/\.part$/)])
  // The next start takes a while.
  const seconds = Date.now() / 1000 - 5
  utimesSync(join(folder, left[0] ?? ''), seconds, seconds)
  const blobs = createBlobs(folder)
  const writer = await blobs.create()
  await writer.append(new Uint8Array(10))
  await blobs.sweep(new Set(), dayMilliseconds)
  // A file that this run is writing stays.
  expect(readdirSync(folder)).toHaveLength(1)
  await writer.finish()
  await blobs.sweep(new Set(), dayMilliseconds)
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test.skipIf(!canMount)('a full disk refuses the file, and gets its room back', async () => {
  const disk = mountSmallDisk('2m')
  const attachments = createAttachments(createBlobs(join(disk.folder, 'files')))
  const kept = await attachments.store(new Uint8Array(1000), 'kept.bin')
  const { uploadId } = await attachments.begin('large.bin')
  const sendAll = async (): Promise<void> => {
    for (let piece = 0; piece < 8; piece += 1) {
      await attachments.append(uploadId, new Uint8Array(500_000))
    }
  }
  await expect(sendAll()).rejects.toMatchObject({ code: 'diskFull' })
  expect(readdirSync(join(disk.folder, 'files'))).toEqual([kept.id])
  await expect(attachments.store(new Uint8Array(3_000_000), 'picture')).rejects.toMatchObject({
    code: 'diskFull',
  })
  expect(readdirSync(join(disk.folder, 'files'))).toEqual([kept.id])
  expect((await attachments.store(new Uint8Array(500_000), 'fits.bin')).sizeBytes).toBe(500_000)
})
