import { expect, test } from 'vitest'
import { bundledIndex, indexEntries } from '../../../src/main/plugins/bundledIndex.ts'
import { plugins } from '../../../src/shared/plugins.ts'

test('the bundled index has its 40 plugins and a dozen servers, which the page can read', () => {
  const entries = plugins.index.output.parse(indexEntries())
  expect(entries.filter(({ format }) => format === 'manifest')).toHaveLength(40)
  expect(entries.filter(({ format }) => format === 'mcp')).toHaveLength(12)
  expect(bundledIndex().size).toBe(52)
})

test('each entry leads to https alone', () => {
  for (const entry of bundledIndex().values()) {
    if ('manifest' in entry) expect(entry.manifest).toMatch(/^https:/)
  }
})
