import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createReplacer } from '../../../../src/main/speech/vocabulary/replacer.ts'
import type { Locale } from '../../../../src/shared/languages.ts'

function replace(locale: Locale, rules: Readonly<Record<string, string | null>>, text: string) {
  const entries = Object.entries(rules).map(([word, replacement]) => ({
    id: randomUUID(),
    language: null,
    word,
    replacement,
  }))
  return createReplacer(entries, locale)(text)
}

test.each<[Locale, Record<string, string | null>, string, string]>([
  ['en-US', { parlay: 'Parley' }, 'Parlay, parlay! Parlays stay.', 'Parley, Parley! Parlays stay.'],
  ['en-US', { Parley: null }, 'I like parley.', 'I like Parley.'],
  ['en-US', { 'new line': '\n' }, 'One new  line two', 'One \n two'],
  ['en-US', { "it's": 'it is' }, 'It’s here', 'it is here'],
  ['en-US', { 'c plus plus': 'C++', 'C++': 'cpp' }, 'c plus plus', 'C++'],
  ['en-US', { cat: 'dog', 'cat nap': 'snooze' }, 'a cat nap, a cat', 'a snooze, a dog'],
  ['en-US', { $: 'USD', '.': 'dot' }, 'costs $ 5', 'costs USD 5'],
  ['de-DE', { über: 'unter' }, 'Über überall', 'unter überall'],
  ['de-DE', { 'u\u0308ber': 'unter' }, 'u\u0308ber', 'unter'],
  ['fr-FR', { été: 'hiver' }, 'l’été, étés', 'l’hiver, étés'],
  ['ru-RU', { парлей: 'Parley' }, 'Парлей и парлейный', 'Parley и парлейный'],
  ['ar-SA', { بارلي: 'Parley' }, 'استخدم بارلي، وبارلية', 'استخدم Parley، وبارلية'],
  ['en-US', { cat: 'dog', 'cat nap': 'snooze' }, 'a cat napkin', 'a dog napkin'],
  ['ko-KR', { 팔리: '파를리' }, '팔리는 좋다. 나팔리', '파를리는 좋다. 나팔리'],
  ['zh-CN', { 服务气: '服务器' }, '我的服务气坏了', '我的服务器坏了'],
  ['zh-CN', { 现: '先', 家: '屋' }, '他在家，现在', '他在屋，现在'],
  ['zh-TW', { gpt: 'GPT' }, '用gpt寫', '用GPT寫'],
  ['ja-JP', { パーリー: 'Parley' }, 'これはパーリーです', 'これはParleyです'],
  ['ja-JP', { パー: 'x' }, 'パーリー', 'パーリー'],
])('%s %j: %s', (locale, rules, text, written) => {
  expect(replace(locale, rules, text)).toBe(written)
})

test('an entry of the language wins over one for all', () => {
  const entries = [
    { id: randomUUID(), language: 'de-DE', word: 'handy', replacement: 'Mobiltelefon' },
    { id: randomUUID(), language: null, word: 'Handy', replacement: 'useful' },
  ] as const
  expect(createReplacer(entries, 'de-DE')('Mein Handy')).toBe('Mein Mobiltelefon')
})

test('five thousand words take no more than a moment', () => {
  const rules = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`word${String(index)}x`, `w${String(index)}`]),
  )
  expect(replace('en-US', rules, 'say word4999x now '.repeat(200))).toContain('say w4999 now')
})
