import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitSet } from '../../../../src/main/fineTuning/set/splitSet.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { chats, toLines } from '../chats.ts'

async function split(
  text: string,
  options: { validationShare?: number; seed?: number; dropDuplicates?: boolean } = {},
) {
  const folder = temporaryFolder()
  const [path, trainingPath, validationPath] = ['set', 'training', 'validation'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(path, text)
  const given = { validationShare: 0.2, seed: 7, dropDuplicates: false, ...options }
  const counts = await splitSet({ path, trainingPath, validationPath, ...given })
  const read = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return { counts, training: read(trainingPath), validation: read(validationPath) }
}

test('every example goes to one of the two files, and keeps its text', async () => {
  const text = toLines(chats(20)).replace('"What of alpha0', '"What of \\u0061lpha0')
  const { counts, training, validation } = await split(`\ufeff${text.replaceAll('\n', '\r\n\r\n')}`)
  expect(counts).toEqual({ training: 16, validation: 4 })
  expect([...training, ...validation].sort()).toEqual(text.trim().split('\n').sort())
})

test('the seed decides, and nothing else', async () => {
  const text = toLines(chats(20))
  const first = await split(text)
  expect(await split(text)).toEqual(first)
  expect((await split(text, { seed: 8 })).validation).not.toEqual(first.validation)
})

test('duplicates are never on both sides, and can be left out', async () => {
  const text = toLines(chats(10))
  const { training, validation } = await split(text.repeat(3), { validationShare: 0.3 })
  expect(training).toHaveLength(21)
  expect(new Set(training).intersection(new Set(validation)).size).toBe(0)
  const once = await split(text.repeat(3), { validationShare: 0.3, dropDuplicates: true })
  expect(once.counts).toEqual({ training: 7, validation: 3 })
})

test('without a share all examples are for training', async () => {
  expect((await split(toLines(chats(10)), { validationShare: 0 })).counts).toEqual({
    ...{ training: 10, validation: 0 },
  })
})

test('a file that can not be written is an error', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'set')
  writeFileSync(path, toLines(chats(10)))
  const given = { path, validationShare: 0, seed: 7, dropDuplicates: false }
  const places = { trainingPath: join(folder, 'gone', 'training'), validationPath: path }
  await expect(splitSet({ ...given, ...places })).rejects.toMatchObject({ code: 'ENOENT' })
})
