import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FolderChanges } from '../../../../src/main/knowledge/catalogue/applyFolderChanges.ts'
import { keyOf, scanFolder } from '../../../../src/main/knowledge/sources/folderScan.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const count = 1100

function openFolder() {
  const root = temporaryFolder()
  const known = new Map<string, string>()
  mkdirSync(join(root, 'old'))
  for (let index = 0; index < count; index += 1) {
    const path = join(root, 'old', `${String(index)}.md`)
    writeFileSync(path, 'x'.repeat(1 + (index % 3)))
    utimesSync(path, 1000, 1000)
  }
  return {
    root,
    look: async () => {
      const parts: FolderChanges[] = []
      await scanFolder(root, known, { onChanges: (changes) => parts.push(changes) })
      return parts
    },
  }
}

test('what changes in a large folder is told in parts, each move within one', async () => {
  const { root, look } = openFolder()
  expect((await look()).map(({ found }) => found.length)).toEqual([500, 500, 100])
  expect(await look()).toEqual([])

  renameSync(join(root, 'old'), join(root, 'new'))
  for (let index = 0; index < 10; index += 1) rmSync(join(root, 'new', `${String(index)}.md`))
  const sizes = new Map<string, string>()
  for (let index = 0; index < count; index += 1) {
    const file = { sizeBytes: 1 + (index % 3), changedAt: 1_000_000 }
    sizes.set(join(root, 'old', `${String(index)}.md`), keyOf(file))
  }
  const parts = await look()
  expect(parts.map(({ found, gone }) => [found.length, gone.length])).toEqual([
    [500, 500],
    [500, 500],
    [90, 90],
    [0, 10],
  ])
  for (const { found, gone } of parts.slice(0, 3)) {
    expect(found.map(keyOf).toSorted()).toEqual(
      gone.map((path) => sizes.get(path) ?? '').toSorted(),
    )
  }
  expect(new Set(parts.flatMap(({ gone }) => gone)).size).toBe(count)

  rmSync(join(root, 'new'), { recursive: true })
  writeFileSync(join(root, 'left.md'), 'x')
  expect((await look()).map(({ gone }) => gone.length)).toEqual([0, 500, 500, 90])
})
