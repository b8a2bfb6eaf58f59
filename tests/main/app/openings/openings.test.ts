import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { fromMessage } from '../../../../src/main/app/openings/fromMessage.ts'
import { toMessage } from '../../../../src/main/app/openings/toMessage.ts'
import { createOpenings } from '../../../../src/main/app/openings/openings.ts'
import { readArguments } from '../../../../src/main/app/openings/readArguments.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { Opening } from '../../../../src/shared/openings.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-openings-'))
writeFileSync(join(folder, 'a.txt'), 'A')
writeFileSync(join(folder, 'b ü.txt'), 'BB')
mkdirSync(join(folder, 'inside'))

const store = (bytes: Uint8Array, name: string) =>
  Promise.resolve({ id: 'f'.repeat(64), name, mediaType: 'text/plain', sizeBytes: bytes.length })

async function read(...given: string[]): Promise<Opening[]> {
  return readArguments({ arguments: given, folder }, store)
}

test('links and files are found among switches, and files come together', async () => {
  const address = pathToFileURL(join(folder, 'b ü.txt')).href
  const openings = await read('--lang=de', 'a.txt', '--no-sandbox', 'parley://new?text=Hi', address)
  expect(openings).toMatchObject([
    { kind: 'new', text: 'Hi' },
    { kind: 'files', files: [{ name: 'a.txt' }, { name: 'b ü.txt', sizeBytes: 2 }] },
  ])
})

test('what can’t be opened is named, and the rest is opened', async () => {
  const openings = await read('gone.pdf', 'inside', 'mailto:a@b', 'file://host/x', 'a.txt')
  expect(openings.map(({ kind }) => kind)).toEqual([...Array<string>(4).fill('refused'), 'files'])
  expect(openings[0]).toMatchObject({ error: { details: { subject: 'gone.pdf' } } })
})

test('a file that can’t be stored tells why', async () => {
  const full = () => Promise.reject(new AppError('diskFull', 'No space'))
  const openings = await readArguments({ arguments: ['a.txt'], folder }, full)
  expect(openings).toMatchObject([{ kind: 'refused', error: { code: 'diskFull' } }])
})

test('openings wait for a page, and one that was not shown comes again', async () => {
  const openings = createOpenings()
  const first = { kind: 'new', text: 'first' } as const
  const second = { kind: 'new', text: 'second' } as const
  openings.add([first])
  const ended = new AbortController()
  const page = openings.follow(ended.signal)[Symbol.asyncIterator]()
  expect(await page.next()).toEqual({ value: first, done: false })
  ended.abort()
  const after = openings.follow(new AbortController().signal)[Symbol.asyncIterator]()
  expect(await after.next()).toEqual({ value: first, done: false })
  const next = after.next()
  openings.add([second])
  expect(await next).toEqual({ value: second, done: false })
})

test('a second start passes on what it was given, and no link grows on its way', async () => {
  const long = `parley://new?text=${'a'.repeat(1_000_000)}`
  const message = toMessage([long, 'a.txt'], folder)
  expect(JSON.stringify(message).length).toBeLessThan(21_000)
  const given = fromMessage(message)
  expect(given).toEqual(message)
  expect(fromMessage(undefined)).toBe(null)
  const openings = await readArguments(given!, store)
  expect(openings.map(({ kind }) => kind)).toEqual(['refused', 'files'])
})
