import { describe, expect, it } from 'vitest'
import { languages, locales, matchLocale } from '../../src/shared/languages.ts'

describe('matchLocale', () => {
  it.each([
    [['de-DE'], 'de-DE'],
    [['DE-at'], 'de-DE'],
    [['zh-Hant-HK'], 'zh-TW'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hans-SG'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['pt-PT'], 'pt-BR'],
    [['ar-EG'], 'ar-SA'],
    [['nl-NL', 'fr-CA'], 'fr-FR'],
    [['nl-NL', 'xx'], 'en-US'],
    [[], 'en-US'],
    [['', '-'], 'en-US'],
  ])('%j gives %s', (preferred, locale) => {
    expect(matchLocale(preferred)).toBe(locale)
  })

  it.each(locales)('%s gives itself', (locale) => {
    expect(matchLocale([locale])).toBe(locale)
  })
})

it('offers eleven languages, each by its name in itself', () => {
  expect(locales).toEqual(
    'ar-SA de-DE en-US es-ES fr-FR ja-JP ko-KR pt-BR ru-RU zh-CN zh-TW'.split(' '),
  )
  for (const { locale, nativeName } of languages) {
    const [language = ''] = locale.split('-')
    const names = ['zh-Hans', 'zh-Hant', language].map((tag) =>
      new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(tag),
    )
    const known = names.map((name = '') => name.toLowerCase().replace(/（(.*)）/, '$1'))
    expect([...known, '简体中文', '繁體中文']).toContain(nativeName.toLowerCase())
  }
})
