import { expect, test } from 'vitest'
import { renameConversation } from '../../../../src/main/chat/history/conversations.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

const texts = {
  cpp: 'Write it in C++17, please',
  escaped: String.raw`Between C\+\+ and C\#, R\&D chose Rust`,
  c: 'Plain C is the c language, c c c',
  csharp: 'C# と C♯ は同じです',
  korean: 'C++를 배우고 있어요',
  chinese: '用C#写一个程序',
  fsharp: 'F# functions',
  net: 'Upgrade .NET 8 and ASP.NET Core',
  network: 'The network and the net are down',
  rate: 'It reads 7 GB/s from the disk',
  rates: 'GB of size s',
  russian: 'Скорость 90 км/ч',
  french: 'Le service R&D d’AT&amp;T',
  networks: 'TCP/IP over an I/O bus',
  code: 'for (i = 0; i < n; i++) { #include <stdio.h> }',
  path: 'See src/maintenance/main.ts and and/or',
  node: 'Node.js beside Node js',
} as const

async function openTexts(): Promise<(query: string) => string[]> {
  const { replies, database } = openChat(saying('Fine.'))
  const names = new Map<string, string>()
  for (const [name, text] of Object.entries(texts)) {
    const { conversation } = await exchange(replies, send(text))
    renameConversation(database, conversation.id, '-')
    names.set(conversation.id, name)
  }
  return (query) =>
    search(database, { query, limit: 100 })
      .map((hit) => names.get(hit.conversation.id) ?? '?')
      .toSorted()
}

test('a word with signs is found with its signs, and without them as before', async () => {
  const find = await openTexts()
  const expected: [query: string, names: string[]][] = [
    ['C++', ['cpp', 'escaped', 'korean']],
    ['c++', ['cpp', 'escaped', 'korean']],
    ['Ｃ＋＋', ['cpp', 'escaped', 'korean']],
    ['C++17', ['cpp']],
    ['C++20', []],
    ['(C++)', ['cpp', 'escaped', 'korean']],
    ['C++를', ['korean']],
    ['C#', ['chinese', 'csharp', 'escaped']],
    ['C♯', ['chinese', 'csharp', 'escaped']],
    ['C#写', ['chinese']],
    ['F#', ['fsharp']],
    ['.NET', ['net']],
    ['.net 8', ['net']],
    ['ASP.NET', ['net']],
    ['net', ['net', 'network']],
    ['GB/s', ['rate']],
    ['GB/', ['rate', 'rates']],
    ['gb s', ['rate', 'rates']],
    ['км/ч', ['russian']],
    ['R&D', ['escaped', 'french']],
    ['AT&T', ['french']],
    ['TCP/IP', ['networks']],
    ['i/o', ['networks']],
    ['TCP/I', ['networks']],
    ['i++', ['code']],
    ['i', ['c', 'code', 'cpp', 'networks', 'rate']],
    ['#include', ['code']],
    ['stdio.h', ['code']],
    ['src/main', ['path']],
    ['src/maintenance/main.ts', ['path']],
    ['src/maintenances', []],
    ['and/or', ['path']],
    ['or/and', []],
    ['Node.js', ['node']],
  ]
  expect(expected.map(([query]) => [query, find(query)])).toEqual(
    expected.map(([query, names]) => [query, names.toSorted()]),
  )
})

test('the excerpt shows the word as it was written', async () => {
  const { replies, database } = openChat(saying('Fine.'))
  const filler = 'a C a day '.repeat(100)
  await exchange(replies, send(`${filler}then R&D wrote C\\++ at 7 GB/s ${filler}`))
  for (const query of ['C++', 'GB/s', 'R&D']) {
    const [hit] = search(database, { query, limit: 1 })
    expect(hit?.excerpt).toContain('then R&D wrote C++ at 7 GB/s')
  }
})

test('signs without words, and megabytes of either, are indexed and searched', async () => {
  const { replies, database } = openChat(saying('Fine.'))
  const start = performance.now()
  await exchange(replies, send('+#/&.'.repeat(200_000)))
  await exchange(replies, send('word'.repeat(250_000) + '++'))
  await exchange(replies, send('a/'.repeat(200_000)))
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(search(database, { query: 'a/a/a', limit: 5 })).toHaveLength(1)
  expect(search(database, { query: 'a/b', limit: 5 })).toEqual([])
})
