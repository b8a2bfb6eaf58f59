import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeUnusedBundles } from '../../../../src/main/mcp/intake/removeUnusedBundles.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

test('only the bundles that nobody uses are removed', async () => {
  const folder = temporaryFolder()
  const [used, left] = ['a'.repeat(64), 'b'.repeat(64)]
  for (const name of [used, left, `${left}.part`, 'notes']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'file'), '')
  }
  await removeUnusedBundles(folder, new Set([used]))
  expect(readdirSync(folder).toSorted()).toEqual([used, 'notes'])
  await removeUnusedBundles(join(folder, 'missing'), new Set())
})
