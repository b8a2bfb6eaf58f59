import { expect, test } from 'vitest'
import { openSpeech } from '../testSpeech.ts'

const caller = { windowId: 1 }

test('words are kept, changed, removed, and survive a restart', async () => {
  const speech = openSpeech()
  const { handlers, events } = speech
  const entry = { id: null, language: null, word: 'Parley', replacement: null }
  const saved = await handlers.saveWord(entry, caller)
  await handlers.saveWord({ ...saved, replacement: 'Parley!' }, caller)
  expect(await handlers.vocabulary({}, caller)).toEqual([{ ...saved, replacement: 'Parley!' }])
  speech.shut()
  const again = openSpeech({ folder: speech.folder })
  expect(await again.handlers.vocabulary({}, caller)).toHaveLength(1)
  await again.handlers.removeWords({ ids: [saved.id] }, caller)
  expect(await again.handlers.vocabulary({}, caller)).toEqual([])
  expect(events.map(({ name }) => name)).toEqual(['vocabularyChanged', 'vocabularyChanged'])
})

test('many are imported at once, in any of the usual forms', async () => {
  const { handlers } = openSpeech()
  const text = [
    '\ufeff# names',
    'Parley',
    'parlay => Parley',
    'omw\ton my way',
    'kuber netes → Kubernetes',
    '"Smith, John","Dr. ""J"" Smith"',
    'plain,Plain Inc',
    '',
    'PARLEY',
    'x'.repeat(101),
  ].join('\r\n')
  expect(await handlers.importWords({ text, language: 'en-US' }, caller)).toEqual({
    added: 6,
    skipped: 2,
  })
  const entries = await handlers.vocabulary({}, caller)
  expect(entries.map(({ word, replacement }) => [word, replacement])).toEqual([
    ['kuber netes', 'Kubernetes'],
    ['omw', 'on my way'],
    ['parlay', 'Parley'],
    ['Parley', null],
    ['plain', 'Plain Inc'],
    ['Smith, John', 'Dr. "J" Smith'],
  ])
  expect(await handlers.importWords({ text, language: 'en-US' }, caller)).toMatchObject({
    added: 0,
  })
  const tooMany = Array.from({ length: 5000 }, (_, index) => `w${String(index)}`).join('\n')
  expect(() => handlers.importWords({ text: tooMany, language: null }, caller)).toThrow(
    expect.objectContaining({ code: 'badInput' }),
  )
})

test('corrections are put forward only with consent, and once they were made twice', async () => {
  const speech = openSpeech()
  const { handlers, preferences } = speech
  const correct = () =>
    handlers.learn(
      {
        before: 'I wrote it with parlay on coobernetes today',
        after: 'I wrote it with Parley on Kubernetes this morning',
        language: 'en-US',
      },
      caller,
    )
  await correct()
  await correct()
  expect(await handlers.suggestions({}, caller)).toEqual([])
  preferences.learnVocabulary = true
  await correct()
  expect(await handlers.suggestions({}, caller)).toEqual([])
  await correct()
  const [second, first] = await handlers.suggestions({}, caller)
  expect([first, second]).toMatchObject([
    { heard: 'parlay', corrected: 'Parley', count: 2 },
    { heard: 'coobernetes', corrected: 'Kubernetes', count: 2 },
  ])
  await handlers.answerSuggestion({ id: first?.id ?? '', accept: true }, caller)
  await handlers.answerSuggestion({ id: second?.id ?? '', accept: false }, caller)
  await correct()
  expect(await handlers.suggestions({}, caller)).toEqual([])
  expect(await handlers.vocabulary({}, caller)).toMatchObject([
    { word: 'parlay', replacement: 'Parley', language: 'en-US' },
  ])
})
