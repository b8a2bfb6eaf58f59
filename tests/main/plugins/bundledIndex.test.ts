import { expect, test } from 'vitest'
import { bundledIndex, indexEntries } from '../../../src/main/plugins/bundledIndex.ts'
import { markEntry } from '../../../src/main/plugins/markEntry.ts'
import { plugins } from '../../../src/shared/plugins/plugins.ts'

test('the bundled index has its 40 plugins and a dozen servers, which the page can read', () => {
  const entries = plugins.index.output.parse(indexEntries())
  expect(entries.filter(({ format }) => format === 'manifest')).toHaveLength(40)
  expect(entries.filter(({ format }) => format === 'mcp')).toHaveLength(12)
  expect(bundledIndex().size).toBe(52)
})

test('each entry says how well Parley can use it', () => {
  const marked = Object.groupBy(indexEntries(), ({ mark }) => `${mark.works} ${mark.reason}`)
  const counts = Object.entries(marked).map(([mark, entries]) => [mark, entries.length])
  expect(Object.fromEntries(counts)).toEqual({
    'works manifest': 39,
    'partly module': 1,
    'works package': 4,
    'works address': 8,
  })
  expect(marked['partly module']?.map(({ id }) => id)).toEqual(['search-engine'])
})

test.each([
  [[{ registryType: 'pypi', identifier: 'a' }], { works: 'partly', subject: 'uvx' }],
  [[{ registryType: 'oci', identifier: 'a' }], { works: 'partly', subject: 'docker' }],
  [[{ registryType: 'nuget', identifier: 'a' }], { works: 'not', reason: 'unknown' }],
  [[], { works: 'not', reason: 'unknown' }],
])('a server of packages %j', (packages, mark) => {
  expect(markEntry({ server: { name: 'a', packages } })).toMatchObject(mark)
})

test('each entry leads to https alone', () => {
  for (const entry of bundledIndex().values()) {
    if ('manifest' in entry) expect(entry.manifest).toMatch(/^https:/)
  }
})
