import { openAsBlob, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBlobs, type Blobs } from '../../../src/main/storage/blobs.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const day = 24 * 60 * 60_000

async function store(blobs: Blobs, text: string): Promise<string> {
  const writer = await blobs.create()
  await writer.append(Buffer.from(text))
  return (await writer.finish()).id
}

test('a sweep deletes no file that is claimed while it runs', async () => {
  const folder = temporaryFolder()
  const blobs = createBlobs(folder)
  const ids: string[] = []
  for (let index = 0; index < 300; index++) ids.push(await store(blobs, String(index)))
  const longAgo = new Date(Date.now() - 2 * day)
  for (const id of ids) utimesSync(join(folder, id), longAgo, longAgo)

  let isSwept = false
  const sweeping = blobs.sweep(new Set(), day).finally(() => (isSwept = true))
  const order = readdirSync(folder)
  const claimed: string[] = []
  for (let turn = 0; !isSwept; turn++) {
    // The sweep looks at this file now, or will next.
    const next = order.find((id) => !claimed.includes(id) && blobs.has(id))
    if (turn % 3 === 0 && next !== undefined && blobs.claim(next)) claimed.push(next)
    await new Promise(setImmediate)
  }
  await sweeping
  expect(claimed.filter((id) => !blobs.has(id))).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual(claimed.toSorted())
})

test('a file that could not get its name takes no room', async () => {
  const folder = temporaryFolder()
  // A small file counts as 64 KB.
  const blobs = createBlobs(folder, 64 * 1024)
  const writer = await blobs.create()
  await writer.append(Buffer.from('words'))
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  await expect(writer.finish()).rejects.toThrow()
  await writer.discard()
  await expect(store(blobs, 'other words')).resolves.toMatch(/^[0-9a-f]{64}$/)
})

test('a file that is being sent stays readable while it is claimed and stored again', async () => {
  const blobs = createBlobs(temporaryFolder())
  const id = await store(blobs, 'pixels')
  const sent = await openAsBlob(blobs.path(id))
  // The clock of some file systems counts milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(blobs.claim(id)).toBe(true)
  expect(await store(blobs, 'pixels')).toBe(id)
  expect(await sent.text()).toBe('pixels')
  expect(readdirSync(blobs.folder)).toEqual([id])
})

test('a stored file that was cut is whole again once it is stored again', async () => {
  const blobs = createBlobs(temporaryFolder())
  const id = await store(blobs, 'pixels')
  writeFileSync(blobs.path(id), 'pix')
  await store(blobs, 'pixels')
  expect(Buffer.from(await blobs.read(id)).toString()).toBe('pixels')
})
