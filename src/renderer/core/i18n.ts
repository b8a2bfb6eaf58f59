import i18next from 'i18next'
import type { FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, directionOf, matchLocale } from '../../shared/languages.ts'
import type { Locale } from '../../shared/languages.ts'
import type { Preferences } from '../../shared/settings.ts'
import type { StartData } from '../../shared/startData.ts'
import { formatDateTime, formatNumber } from '../ui/formatAmount.ts'
import { isolate } from '../ui/isolate.ts'
import { storeLocally } from './stored/storeLocally.ts'
import type texts from '../locales/en-US.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof texts }
  }
}

/** The files of a part of the texts, by language: see scripts/cutTexts.mjs. */
export type TextFiles = Readonly<Record<string, () => Promise<object>>>

/** The texts of the first paint and of failures. */
const firstTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=app,attachments,chat,errors,markdown,providers',
  import: 'default',
})

/** The parts in use, which another language needs too. */
const used = new Set([firstTexts])
const loaded = new Set<() => Promise<object>>()
let shown: Locale | undefined
let given: StartData['texts'] | undefined

/** Returns the language to show: the chosen one, or the system's. */
export function chosenLocale(language: Preferences['language'], systemLocale: Locale): Locale {
  return language === 'system' ? systemLocale : language
}

const lastLocaleKey = 'locale'

/**
 * Takes the texts that main gave with the page. Without them it starts reading those of the
 * language shown last, or else of the system's first language, while the page asks main which one
 * to show.
 */
export function preloadLikelyTexts(start: StartData | undefined): void {
  given = start?.texts
  if (given) return
  const likely = matchLocale([localStorage.getItem(lastLocaleKey) ?? '', ...navigator.languages])
  // A failure shows when the language is asked for.
  firstTexts[pathOf(likely)]?.().catch(() => undefined)
}

/** Returns the language in whose texts main gave the page; undefined if it gave none. */
export function givenLocale(): Locale | undefined {
  return given?.locale
}

/** Returns the wanted locale if its texts exist, or else the default. */
export function availableLocale(wanted: Locale, available: Iterable<string>): Locale {
  const paths = new Set(available)
  return paths.has(pathOf(wanted)) ? wanted : defaultLocale
}

function pathOf(locale: Locale): string {
  return `../locales/${locale}.json`
}

/**
 * Shows a language and sets the document's language and direction. A language without texts uses
 * the default's, which are not loaded otherwise.
 */
export async function showLocale(locale: Locale): Promise<void> {
  shown = locale
  // Parts that are added from now on load by themselves: the first paint must not wait for them.
  const needed = [...used]
  if (!i18next.isInitialized) await start(locale)
  await Promise.all(needed.map((files) => load(files, locale)))
  if (shown !== locale) return
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  storeLocally(lastLocaleKey, locale)
}

/**
 * Adds texts to the shown language, and to each one shown later. A lazy component awaits this, so
 * that its texts are loaded before it is drawn.
 */
export async function addTexts(files: TextFiles): Promise<void> {
  used.add(files)
  let locale: Locale | undefined
  // The user may choose another language meanwhile.
  while (shown !== undefined && shown !== locale) {
    locale = shown
    await load(files, locale)
  }
}

async function load(files: TextFiles, wanted: Locale): Promise<void> {
  const locale = availableLocale(wanted, Object.keys(files))
  const loader = files[pathOf(locale)]
  if (!loader) throw new Error(`There are no texts for ${locale}`)
  if (loaded.has(loader)) return
  const isGiven = files === firstTexts && given?.locale === locale
  const tree = isGiven ? given?.tree : await loader()
  i18next.addResourceBundle(locale, 'translation', tree)
  loaded.add(loader)
}

export const interpolation = { escapeValue: false, alwaysFormat: true }

/**
 * Formats the numbers and dates in texts like all others. In a language that is written from right to
 * left, each other value keeps its own direction: `@scope/name` or a path would fall apart. It is a
 * module, because i18next ignores the option `interpolation.format`.
 */
export const textFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format, language = defaultLocale): string {
    if (typeof value === 'number') return formatNumber(language, value)
    if (value instanceof Date) return formatDateTime(language, value.getTime())
    // A missing value must stay undefined: i18next then leaves the placeholder out.
    if (typeof value !== 'string' || value === '') return value as string
    return directionOf(language) === 'rtl' ? isolate(value) : value
  },
}

async function start(locale: Locale): Promise<void> {
  await i18next
    .use(textFormatter)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: defaultLocale,
      resources: {},
      interpolation,
      react: { useSuspense: false },
    })
}
