import { expect, test } from 'vitest'
import systemVoices from '../../../resources/systemVoices.json' with { type: 'json' }
import { voiceTables } from '../../../src/main/voices/voiceTables.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each(locales)('%s has voices of the system and of Azure', (locale) => {
  const [language] = locale.split('-')
  const neural = voiceTables().neural.filter((voice) => voice.locale.startsWith(`${language}-`))
  expect(neural.length).toBeGreaterThan(0)
  expect(systemVoices[locale].length).toBeGreaterThan(0)
})

test('the preset voices are there by their names', () => {
  const names = 'alloy ash ballad coral echo fable onyx nova sage shimmer'.split(' ')
  expect(voiceTables().openAi.voices.slice(0, names.length)).toEqual(names)
})

const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  wuu: /\p{Script=Han}/u,
  yue: /\p{Script=Han}/u,
  zh: /\p{Script=Han}/u,
}

test('a neural voice is looked up by its identifier, and has its name in its own script', () => {
  const { neural } = voiceTables()
  expect(neural.length).toBeGreaterThan(150)
  expect(new Set(neural.map(({ id }) => id)).size).toBe(neural.length)
  expect(neural.filter(({ id, locale }) => !id.startsWith(`${locale}-`))).toEqual([])
  const foreign = neural.filter(({ name, locale }) => {
    const script = scripts[locale.split('-')[0] ?? ''] ?? /\p{Script=Latin}/u
    return !script.test(name)
  })
  // Microsoft itself names these in Latin letters.
  expect(foreign.map(({ name }) => name)).toEqual([
    'Masaru Multilingual',
    'Yunfan Multilingual',
    'Yunxiao Multilingual',
  ])
  const dialects = ['wuu-CN', 'yue-CN', 'zh-CN', 'zh-TW', 'zh-CN-sichuan', 'zh-CN-liaoning']
  expect(neural.map(({ locale }) => locale)).toEqual(expect.arrayContaining(dialects))
})
