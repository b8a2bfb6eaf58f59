import { describe, expect, it } from 'vitest'
import { locales, matchLocale } from '../../src/shared/languages.ts'

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
