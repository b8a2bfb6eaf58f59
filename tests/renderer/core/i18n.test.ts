import i18next from 'i18next'
import { expect, test } from 'vitest'
import {
  availableLocale,
  chosenLocale,
  interpolation,
  textFormatter,
} from '../../../src/renderer/core/i18n.ts'
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

test('a number or time in a text is written as everywhere else, and nothing stays nothing', async () => {
  const i18n = i18next.createInstance()
  const resources = Object.fromEntries(
    locales.map((locale) => [locale, { translation: { app: { cancel: '{{value}}.' } } }]),
  )
  await i18n.use(textFormatter).init({ lng: 'de-DE', resources, interpolation })
  const write = (value: unknown, lng: string): string => i18n.t('app.cancel', { value, lng })
  expect(write(1234, 'de-DE')).toBe('1.234.')
  expect(write(1234, 'ar-SA')).toMatch(/^1.234\.$/)
  expect(write('1234', 'de-DE')).toBe('1234.')
  expect(write('@scope/name', 'ar-SA')).toBe('\u2068@scope/name\u2069.')
  expect(write('', 'ar-SA')).toBe('.')
  expect(write(undefined, 'de-DE')).toBe('.')
  expect(write(new Date(2026, 10, 21, 15, 4), 'de-DE')).toBe('21.11.2026, 15:04.')
})
