import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'

interface Entry {
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}

/** Node's resolution: the package's own node_modules first, then those of the folders above. */
function isLocked(from: string, name: string): boolean {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

test("npm ci finds every platform's packages in the lock", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(path, name)),
  )
  expect(missing).toEqual([])
})

test('no registry is named', () => {
  expect(JSON.stringify(packages)).not.toContain('"resolved":"http')
})
