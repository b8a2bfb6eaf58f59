import { expect, test } from 'vitest'
import { rankMatches } from '../../../../src/renderer/ui/controls/rankMatches.ts'

const rank = (labels: readonly string[], query: string) =>
  rankMatches(labels, query, (label) => ({ label }))

test('exact matches come first, then beginnings, then words, then parts', () => {
  const services = ['Azure OpenAI', 'MyOpenAiProxy', 'OpenAI-compatible', 'OpenAI', 'Groq']
  expect(rank(services, 'openai')).toEqual([
    'OpenAI',
    'OpenAI-compatible',
    'Azure OpenAI',
    'MyOpenAiProxy',
  ])
})

test('a match of the name comes before the same kind of match elsewhere', () => {
  const models = [
    { name: 'Large', provider: 'mini' },
    { name: 'Mini', provider: 'other' },
    { name: 'Mini 2', provider: 'other' },
  ]
  const found = rankMatches(models, 'mini', ({ name, provider }) => ({
    label: name,
    more: [provider],
  }))
  expect(found.map(({ name }) => name)).toEqual(['Mini', 'Large', 'Mini 2'])
})

test('what is alike stays in its order', () => {
  expect(rank(['gpt-4o', 'gpt-4o-mini', 'gpt-4'], 'gpt')).toEqual([
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-4',
  ])
})

test.each([
  ['ESPANOL', 'Español'],
  ['français', 'Francais'],
  ['open ai', 'OpenAI'],
  ['openai', 'Open AI'],
  ['gpt 4', 'gpt-4'],
  ['العربيه', 'العربيه'],
  ['Ｏｐｅｎ', 'OpenAI'],
  ['体中', '简体中文'],
])('"%s" finds %s', (query, label) => {
  expect(rank([label], query)).toEqual([label])
})

test('words may stand in any order and in different texts, and come last', () => {
  const models = [
    { name: 'Large', provider: 'The Cloud' },
    { name: 'cloud large', provider: 'x' },
  ]
  const found = rankMatches(models, 'cloud large', ({ name, provider }) => ({
    label: name,
    more: [provider],
  }))
  expect(found.map(({ name }) => name)).toEqual(['cloud large', 'Large'])
  expect(rank(['Large'], 'large cloud')).toEqual([])
})

test('what is joined by a sign is one word', () => {
  expect(rank(['crowd-139', 'crowd-391', 'crowd-39'], 'crowd-39')).toEqual([
    'crowd-39',
    'crowd-391',
  ])
})

test('marks of direction do not count', () => {
  expect(rank(['Use \u2068@a/b\u2069 now'], 'use @a/b now')).toHaveLength(1)
})

test('a query of nothing leaves all, one of something unknown leaves none', () => {
  expect(rank(['b', 'a'], '  ')).toEqual(['b', 'a'])
  expect(rank(['b', 'a'], '…')).toEqual(['b', 'a'])
  expect(rank(['b', 'a'], 'c')).toEqual([])
})
