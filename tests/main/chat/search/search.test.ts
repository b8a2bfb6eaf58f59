import { describe, expect, test } from 'vitest'
import { renameConversation } from '../../../../src/main/chat/history/conversations.ts'
import { maxExcerptLength, makeExcerpt } from '../../../../src/main/chat/search/excerpt.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { readTerms } from '../../../../src/shared/knowledge/searchTokens.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { saying, scriptedProvider } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

const texts = {
  english: 'The quick brown fox can’t jump over 3.14 lazy dogs',
  french: 'Un café crème, s’il vous plaît',
  german: 'Die Straße nach Köln ist gesperrt',
  chinese: '明天下午三点在会议室开会',
  japanese: '東京タワーの近くでラーメンを食べました',
  korean: '학교에서 친구를 만났습니다',
  koreanDecomposed: '도서관에 갔다'.normalize('NFD'),
  thai: 'วันนี้อากาศดีมากเลยครับ',
  arabic: 'ذَهَبَ الوَلَدُ إِلَى المَدْرَسَةِ',
  hindi: 'मैं हिन्दी में लिखता हूँ',
  russian: 'Ёжик в тумане',
  wide: 'Ｆｕｌｌｗｉｄｔｈ テスト',
  code: 'const user_name = "x"; // C++ & C#',
  emoji: 'A party 🎉👩‍👩‍👧 tonight',
} as const

async function openTexts(): Promise<{ find: (query: string) => string[]; database: Database }> {
  const { replies, database } = openChat(saying('Fine.'))
  const names = new Map<string, string>()
  for (const [name, text] of Object.entries(texts)) {
    const { conversation } = await exchange(replies, send(text))
    renameConversation(database, conversation.id, '-')
    names.set(conversation.id, name)
  }
  const find = (query: string): string[] =>
    search(database, { query, limit: 100 }).map((hit) => names.get(hit.conversation.id) ?? '?')
  return { find, database }
}

test('finds words, beginnings of words, and parts of sentences without spaces', async () => {
  const { find } = await openTexts()
  const expected: [query: string, names: string[]][] = [
    ['fox', ['english']],
    ['BROW', ['english']],
    ['dogs quick', ['english']],
    ['dogs slow', []],
    ['3.14', ['english']],
    ['cafe', ['french']],
    ['CRÈME', ['french']],
    ['koln', ['german']],
    ['会议', ['chinese']],
    ['下午三点', ['chinese']],
    ['午下', []],
    ['会', ['chinese']],
    ['ラーメン', ['japanese']],
    ['京タ', ['japanese']],
    ['食べ', ['japanese']],
    ['친구', ['korean']],
    ['학교에', ['korean']],
    ['도서관', ['koreanDecomposed']],
    ['도서관'.normalize('NFD'), ['koreanDecomposed']],
    ['อากาศ', ['thai']],
    ['ดีมาก', ['thai']],
    ['المدرسة', ['arabic']],
    ['हिन्दी', ['hindi']],
    ['ёжик', ['russian']],
    ['fullwidth', ['wide']],
    ['ﾃｽﾄ', ['wide']],
    ['user_name', ['code']],
    ['🎉', ['emoji']],
    ['👩‍👩‍👧', ['emoji']],
    ['#', ['code']],
    ['{', []],
    ['type', []],
    ['q', ['english']],
    ['di', ['german']],
    ['C++', ['code']],
    ['user name', ['code']],
    ['name_user', []],
    ["can't", ['english']],
    ['cant', []],
    ['京ワ', []],
    ['ー', ['japanese']],
    ['東京タワー', ['japanese']],
    ['タワーの近く', ['japanese']],
    ['👧', ['emoji']],
    ['👩‍👩', ['emoji']],
    ['👩‍👧', []],
  ]
  expect(expected.map(([query]) => [query, find(query)])).toEqual(expected)
})

test.each([
  '"',
  '""',
  '" OR "',
  "'; DROP TABLE message; --",
  'fox AND',
  'NOT',
  'NEAR(fox dogs, 2)',
  'text:fox',
  '^fox',
  'fox*',
  '*',
  '(',
  '-fox',
  '{text}: fox',
  'a\0b',
  '\0',
  '\ud83c',
  '%_\\',
  '   \n\t ',
  'x'.repeat(500),
  '" '.repeat(250),
  'a '.repeat(250),
  '会'.repeat(500),
])('takes %j for words, and does not fail', async (query) => {
  const { replies, database } = openChat(saying('Fine.'))
  await exchange(replies, send(texts.english))
  expect(search(database, { query, limit: 5 }).length).toBeLessThanOrEqual(1)
  expect(database.get('SELECT count(*) AS count FROM message')).toEqual({ count: 2 })
})

test('gives titles first, then the newest messages, each conversation once', async () => {
  const { replies, database } = openChat(saying('A zebra and another zebra'))
  const old = await exchange(replies, send('old'))
  const titled = await exchange(replies, send('x'))
  renameConversation(database, titled.conversation.id, 'All about zebras')
  const place = { conversationId: old.conversation.id, parentId: old.answer.id }
  const newest = await exchange(replies, send('more', place))
  const hits = search(database, { query: 'zebra', limit: 10 })
  expect(hits.map((hit) => [hit.conversation.id, hit.messageId])).toEqual([
    [titled.conversation.id, null],
    [old.conversation.id, newest.answer.id],
  ])
  expect(hits[0]?.excerpt).toBe('All about zebras')
  expect(search(database, { query: 'zebra', limit: 1 })).toHaveLength(1)
})

test('does not find what a title was before, nor what a model thought', async () => {
  const { replies, database } = openChat(saying('Fine.'))
  const { conversation, answer } = await exchange(replies, send('x'))
  renameConversation(database, conversation.id, 'before')
  renameConversation(database, conversation.id, 'after')
  database.run(
    'UPDATE message SET parts = ? WHERE id = ?',
    JSON.stringify([{ type: 'reasoning', text: 'secret' }]),
    answer.id,
  )
  expect(search(database, { query: 'before', limit: 5 })).toEqual([])
  expect(search(database, { query: 'secret', limit: 5 })).toEqual([])
})

describe('an excerpt', () => {
  const long = `${'before '.repeat(500)}needle${' after'.repeat(500)}`

  test('holds the match, on one line, in 200 characters', () => {
    const excerpt = makeExcerpt(long, readTerms('NEEDLE'))
    expect(excerpt).toContain('needle')
    expect(excerpt.length).toBeLessThanOrEqual(maxExcerptLength)
    expect(excerpt).toMatch(/^….*…$/)
    expect(makeExcerpt('one\n\n  two\tthree', readTerms('two'))).toBe('one two three')
  })

  test.each([
    ['cafe', 'Café'],
    ['ﾃｽﾄ', 'テスト'],
  ])('finds %j although it is written %j', (term, written) => {
    const text = `${'x '.repeat(300)}${written}${' y'.repeat(300)}`
    expect(makeExcerpt(text, readTerms(term))).toContain(written)
  })

  test('cuts no character in two', () => {
    const family = '👩‍👩‍👧'
    for (let shift = 0; shift < 12; shift++) {
      const text = 'x'.repeat(shift) + family.repeat(100) + 'needle' + family.repeat(100)
      const excerpt = makeExcerpt(text, readTerms('needle'))
      expect(excerpt.replaceAll(family, '')).toMatch(/^…?x*needle…$/)
      expect(excerpt.length).toBeLessThanOrEqual(maxExcerptLength)
    }
  })
})

test('what tools, thoughts and files hold is not searched, and does not hide the text', async () => {
  const provider = scriptedProvider(async function* () {
    yield { type: 'reasoning', text: 'pondering zebras' }
    yield { type: 'toolCall', id: '1', name: 'oven', arguments: '{"dish":"lasagne"}' }
    yield { type: 'text', text: 'The walrus is ready' }
    yield { type: 'finish', reason: 'stop' }
  })
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, {
    ...send('Cook'),
    files: [{ id: 'a'.repeat(64), name: 'giraffe.png', mediaType: 'image/png', sizeBytes: 1 }],
  })
  const find = (query: string) => search(database, { query, limit: 5 })
  expect(['zebras', 'lasagne', 'oven', 'giraffe'].flatMap(find)).toEqual([])
  expect(find('walrus')).toMatchObject([{ messageId: answer.id, excerpt: 'The walrus is ready' }])
})

test('an emoji is found however it is drawn, and in every shade', async () => {
  const { replies, database } = openChat(saying('Fine.'))
  await exchange(replies, send('I ❤\ufe0f it 👍🏽 →🇩🇪'))
  const find = (query: string) => search(database, { query, limit: 5 }).length
  expect(['❤', '❤️', '👍', '👍🏽', '→', '🇩🇪'].map(find)).toEqual([1, 1, 1, 1, 1, 1])
  expect(['👎', '👍🏿', '🇩🇰', '←'].map(find)).toEqual([0, 0, 0, 0])
})

test('words of megabytes are indexed and searched', async () => {
  const { replies, database } = openChat(saying('Fine.'))
  await exchange(replies, send('word'.repeat(100_000)))
  await exchange(replies, send('会議'.repeat(100_000)))
  await exchange(replies, send('👩\u200d'.repeat(100_000)))
  const find = (query: string) => search(database, { query, limit: 5 }).length
  expect(['wordword', 'word'.repeat(100), '会議会', '👩'].map(find)).toEqual([1, 1, 1, 1])
  expect(['ordword', 'word'.repeat(50) + 'x'].map(find)).toEqual([0, 0])
})
