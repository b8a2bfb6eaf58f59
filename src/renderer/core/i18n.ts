import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, languages } from '../../shared/languages.ts'
import type { Direction, Locale } from '../../shared/languages.ts'
import type { Preferences } from '../../shared/settings.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import type texts from '../locales/en-US.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof texts }
  }
}

const loaders = import.meta.glob<typeof texts>('../locales/*.json', { import: 'default' })

export function directionOf(locale: Locale): Direction {
  return languages.find((language) => language.locale === locale)?.direction ?? 'ltr'
}

/** The language to show: the one that was chosen, or the system's. */
export function chosenLocale(language: Preferences['language'], systemLocale: Locale): Locale {
  return language === 'system' ? systemLocale : language
}

/** The locale whose texts exist: the wanted one, or else the default. */
export function availableLocale(wanted: Locale, available: Iterable<string>): Locale {
  const paths = new Set(available)
  return paths.has(pathOf(wanted)) ? wanted : defaultLocale
}

function pathOf(locale: Locale): string {
  return `../locales/${locale}.json`
}

/**
 * Shows a language and tells the document its tag and direction. Where it has no texts yet, those
 * of the default language stand in; otherwise the default's are never loaded.
 */
export async function showLocale(locale: Locale): Promise<void> {
  const source = availableLocale(locale, Object.keys(loaders))
  if (!i18next.isInitialized) await start(locale)
  if (!i18next.hasResourceBundle(source, 'translation')) {
    i18next.addResourceBundle(source, 'translation', await load(source))
  }
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

async function load(locale: Locale): Promise<typeof texts> {
  const loader = loaders[pathOf(locale)]
  if (!loader) throw new Error(`There are no texts for ${locale}`)
  return loader()
}

/** Numbers within texts are written as everywhere else, whatever a text does with them. */
export const interpolation = {
  escapeValue: false,
  alwaysFormat: true,
  format: (value: unknown, _format?: string, language?: string): string =>
    // What is missing has to stay so: i18next leaves it out.
    (typeof value === 'number' ? formatNumber(language ?? defaultLocale, value) : value) as string,
}

async function start(locale: Locale): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: defaultLocale,
    resources: {},
    interpolation,
    react: { useSuspense: false },
  })
}
