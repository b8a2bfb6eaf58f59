import { describe, expect, test } from 'vitest'
import { sentenceRanges } from '../../../src/shared/sentences/sentenceRanges.ts'

const cut = (text: string, language?: string): string[] =>
  sentenceRanges(text, language).map(({ start, end }) => text.slice(start, end).trim())

/** Sentences by their language; each stands for a rule. */
const sentences: Record<string, readonly string[]> = {
  'en-US': [
    'Dr. Johnson has an appointment at 9:30 a.m. with Mrs. Smith, e.g. for a shot.',
    'The body is at 98.6°F, i.e. 37,0 °C.',
    'Visit https://example.com/a.b?c=1.',
    'It costs $3.5 for v1.2.3.',
    'J. R. R. Tolkien lived in the U.S. for a while.',
    'St. Mary hospital opened at 5 p.m. on Monday.',
    'See Fig. 3 and pp. 10–12 of Vol. 2.',
    '“Really?” he asked.',
    'That was plan B.',
    'The list has apples, pears, etc.',
    'Ask me@example.org!',
    'Is Node.js fast?',
    'George W. Bush was there.',
    'Acme Inc. sells it.',
  ],
  'de-DE': [
    'Z. B. kostet das Gerät ca. 1.000,50 € inkl. MwSt. bei Dr. Müller am 3. Oktober.',
    'Das war im 19. Jahrhundert, d. h. vor dem 1. Weltkrieg.',
    'Vgl. Abb. 4 und Nr. 12 auf S. 7.',
    'Hr. Schmidt wohnt in der Str. des 17. Juni.',
    'Er kam am 24. Dezember.',
    'Wir hatten Äpfel, Birnen usw.',
    'Sie zahlte bzw. überwies 3,5 Mio. Euro.',
  ],
  'fr-FR': [
    'M. Dupont et Mme. Durand habitent au 12, av. Victor-Hugo.',
    'Voir p. ex. la fig. 3, chap. 2.',
    '« Vraiment ? » demanda-t-il.',
    'Le prix est de 3,50 €.',
  ],
  'es-ES': [
    'El Sr. García y la Sra. López viven en la Avda. América.',
    '¿Está en la pág. 12?',
    '¡Sí, p. ej. en el art. 3!',
    'La Dra. Ruiz llegó a las 5 p. m. con EE. UU. de fondo.',
  ],
  'pt-BR': ['O Sr. Silva e a Dra. Souza moram na Av. Paulista.', 'Veja a pág. 3, p. ex. a nota.'],
  'ru-RU': [
    'А. С. Пушкин родился в г. Москва, т. е. в столице.',
    'См. рис. 3 и табл. 4.',
    'Это стоит 5 тыс. руб. Ивану.',
    'Он живёт на ул. Ленина.',
  ],
  'ar-SA': ['قال د. محمد إن السعر 3.5 دولار.', 'هل هذا صحيح؟', 'انظر ص. 12 من الكتاب.'],
  'ja-JP': ['価格は3.5ドルです。', '本当ですか？', '「はい。」と彼は言った。', 'Node.jsは速い！'],
  'zh-CN': [
    '据海关统计，进出口总值13.81万亿元，同比增长5.7%。',
    '真的吗？',
    '请看https://example.com/a?b=1。',
  ],
  'zh-TW': ['版本是v1.2.3。', '真的嗎？', '他說「好。」'],
  'ko-KR': ['가격은 3.5달러입니다.', '정말요?', '김 박사(Dr. Kim)가 왔습니다.'],
}

describe.each(Object.entries(sentences))('%s', (language, known) => {
  const glue = /^(?:ja|zh)/.test(language) ? '' : ' '
  test.each(known)('%s', (sentence) => {
    expect(cut(sentence, language)).toEqual([sentence])
  })

  test('one after the other', () => {
    expect(cut(known.join(glue), language)).toEqual(known)
    expect(cut(known.join(glue)), 'without a known language').toEqual(known)
  })
})

test('sentences cover the text', () => {
  const text = '  One.  Two!\n\n"Three?" Four'
  const ranges = sentenceRanges(text)
  expect(ranges.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
})

test('the number of an item is no sentence', () => {
  expect(cut('1. Install it. 2. Run it.')).toEqual(['1. Install it.', '2. Run it.'])
})
