import { expect, test } from 'vitest'
import { languageOfText } from '../../../src/renderer/voices/languageOfText.ts'
import { spokenLanguages } from '../../../src/renderer/voices/spokenLanguages.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each([
  ['This is the first sentence of it.', 'de-DE', 'en-US'],
  ['Das ist der erste Satz.', 'en-US', 'de-DE'],
  ['Esta es la primera frase del texto.', 'en-US', 'es-ES'],
  ['Ceci est la première phrase, pour vous.', 'en-US', 'fr-FR'],
  ['Esta é a primeira frase, que não tem fim.', 'en-US', 'pt-BR'],
  ['Это первое предложение.', 'en-US', 'ru-RU'],
  ['هذه هي الجملة الأولى.', 'en-US', 'ar-SA'],
  ['これは最初の文です。', 'zh-CN', 'ja-JP'],
  ['이것은 첫 문장입니다.', 'en-US', 'ko-KR'],
  ['这是第一句话。', 'en-US', 'zh-CN'],
  ['這是第一句話。', 'zh-CN', 'zh-TW'],
  ['42', 'fr-FR', 'fr-FR'],
  ['Parley 2.0', 'de-DE', 'de-DE'],
  ['OK', 'ja-JP', 'en-US'],
  ['The word Привет is Russian for hello and it is used a lot.', 'de-DE', 'en-US'],
] as const)('%s (beside %s) is %s', (text, usual, expected) => {
  expect(languageOfText(text, usual)).toBe(expected)
})

test.each(locales)('the sample of %s shows its language', (locale) => {
  const usual = locale === 'en-US' ? 'de-DE' : 'en-US'
  expect(languageOfText(spokenLanguages[locale].sample, usual)).toBe(locale)
})
