import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/projectRoot.mjs'
import { migrations } from '../../../src/main/app/migrations.ts'
import { numbered, type Migration } from '../../../src/main/storage/migrate.ts'

/**
 * The hashes of released migrations: existing databases have run them, so a changed text would make
 * new ones differ.
 */
const released = [
  '35c10bfe2fe1b90474c02d5d8c9150e9c72f14ec015b78c5d17bc3df91088d9c',
  'c48bcef2c1fb96b72180ba6b1bcafd42930ee6e310fb03ea558d6d319cbfd9c5',
  '573746401be99aba9f2b43cb0041bb16ca85a3e7c6a03230a40bf38513abbcf8',
  'f62221be7555a99d45d078c3abd27b7816bab4643425a16867e14079a56a4f14',
  '731e84510a4aa2586d7647cc3d311004cd2cd2c8bc21eeb0168dd496d5c6778f',
]

test('the text of a released migration never changes', () => {
  const hashes = migrations.map((sql) => createHash('sha256').update(sql).digest('hex'))
  expect(hashes.slice(0, released.length)).toEqual(released)
})

test('every migration of a feature is in the list, at the number that its file is named by', async () => {
  const files = globSync('src/main/*/migrations/*.ts', { cwd: projectRoot })
  expect(files).toHaveLength(migrations.length)
  for (const file of files) {
    const number = Number(basename(file).slice(0, 4))
    const exported = (await import(join(projectRoot, file))) as Record<string, Migration>
    expect(Object.values(exported)).toEqual([{ number, sql: migrations[number - 1] }])
  }
})

test.each([
  ['a gap', [1, 3]],
  ['a double number', [1, 2, 2]],
  ['a number too low', [0, 1]],
  ['another order', [2, 1]],
])('a list with %s is refused', (_what, numbers) => {
  expect(() => numbered(numbers.map((number) => ({ number, sql: '' })))).toThrow(/Migration/)
})
