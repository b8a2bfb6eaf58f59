import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../../scripts/fingerprint.mjs'
import { projectRoot } from '../../../scripts/projectRoot.mjs'
import { contract } from '../../../src/shared/ipc/contract.ts'

test('the page uses every method, stream and event of the bridge', () => {
  const sources = listFiles(join(projectRoot, 'src/renderer'))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const isUsed = (feature: string, name: string): boolean =>
    new RegExp(`\\b${feature}\\b[\\s!?]*\\.\\s*${name}\\b|'${feature}\\.${name}'`).test(sources)
  const unused = Object.entries(contract).flatMap(([feature, definitions]) =>
    Object.keys(definitions)
      .filter((name) => !isUsed(feature, name))
      .map((name) => `${feature}.${name}`),
  )
  expect(unused).toEqual([])
})
