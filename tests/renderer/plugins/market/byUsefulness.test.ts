import { expect, test } from 'vitest'
import { byUsefulness } from '../../../../src/renderer/plugins/market/byUsefulness.ts'
import { isIn, mcpServers } from '../../../../src/renderer/plugins/market/categories.ts'
import type { IndexEntry } from '../../../../src/shared/plugins/plugins.ts'

function entry(id: string, works: IndexEntry['mark']['works'], format: IndexEntry['format']) {
  return { id, format, mark: { works, reason: 'unknown', subject: '' } } as IndexEntry
}

test('what works here comes first, and of it servers before manifests', () => {
  const entries = [
    entry('a page module', 'partly', 'manifest'),
    entry('a manifest', 'works', 'manifest'),
    entry('broken', 'not', 'mcp'),
    entry('another manifest', 'works', 'manifest'),
    entry('a program', 'partly', 'mcp'),
    entry('a server', 'works', 'mcp'),
    entry('another server', 'works', 'mcp'),
  ]
  expect(byUsefulness(entries).map(({ id }) => id)).toEqual([
    'a server',
    'another server',
    'a manifest',
    'another manifest',
    'a program',
    'a page module',
    'broken',
  ])
})

test('servers are found whatever they do, and all entries without a category', () => {
  const server = { ...entry('a server', 'works', 'mcp'), category: 'tools' }
  const manifest = { ...entry('a manifest', 'works', 'manifest'), category: 'tools' }
  expect([server, manifest].map((one) => isIn(one, mcpServers))).toEqual([true, false])
  expect([server, manifest].map((one) => isIn(one, 'tools'))).toEqual([true, true])
  expect([server, manifest].map((one) => isIn(one, undefined))).toEqual([true, true])
  expect(isIn(server, 'social')).toBe(false)
})
