import { expect, test } from 'vitest'
import { interpolation, availableLocale, chosenLocale } from '../../../src/renderer/core/i18n.ts'
import { directionOf, locales } from '../../../src/shared/languages.ts'

test('only Arabic is written from right to left', () => {
  const rightToLeft = locales.filter((locale) => directionOf(locale) === 'rtl')
  expect(rightToLeft).toEqual(['ar-SA'])
})

test('the chosen language goes before the system’s', () => {
  expect(chosenLocale('system', 'ja-JP')).toBe('ja-JP')
  expect(chosenLocale('de-DE', 'ja-JP')).toBe('de-DE')
})

test('a language without texts gives way to the default', () => {
  const available = ['../locales/en-US.json', '../locales/fr-FR.json']
  expect(availableLocale('fr-FR', available)).toBe('fr-FR')
  expect(availableLocale('ko-KR', available)).toBe('en-US')
})

test('a number in a text is written as everywhere else, and nothing stays nothing', () => {
  expect(interpolation.format(1234, undefined, 'de-DE')).toBe('1.234')
  expect(interpolation.format(1234, undefined, 'ar-SA')).toMatch(/^1.234$/)
  expect(interpolation.format('1234', undefined, 'de-DE')).toBe('1234')
  expect(interpolation.format(undefined)).toBeUndefined()
})
