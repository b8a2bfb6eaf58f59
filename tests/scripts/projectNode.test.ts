import { expect, test } from 'vitest'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder, writeScript } from './temporaryFolder.ts'

test('finds the Node that the packages bring', async () => {
  await expect(projectNode(projectRoot)).resolves.toMatch(/node_modules.node.bin.node/)
})

test('says what to type when install scripts did not run', async () => {
  await expect(projectNode(temporaryFolder())).rejects.toThrow(
    /node_modules\/\.bin\/node is missing.*npm rebuild --ignore-scripts=false node/,
  )
})

test('refuses another major version', async () => {
  const root = temporaryFolder()
  writeScript(root, 'node_modules/node/bin/node', 'echo v20.1.0')
  await expect(projectNode(root)).rejects.toThrow(/needs Node 24; .* is v20\.1\.0/)
})
