import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { defaultLocale, locales } from '../../src/shared/languages.ts'
import type { Locale } from '../../src/shared/languages.ts'

const folder = fileURLToPath(new URL('../../src/renderer/locales/', import.meta.url))
const translated = locales.filter((locale) => locale !== defaultLocale)

/** A text's key, split as i18next does, such as `chat.search.count` and `other`. */
interface Text {
  key: string
  base: string
  /** The plural form; undefined if the text has only one. */
  form: string | undefined
  text: string
}

type Tree = { [name: string]: string | Tree }

function readTexts(locale: Locale): Text[] {
  return flatten(JSON.parse(readFileSync(`${folder}${locale}.json`, 'utf8')) as Tree, '')
}

function flatten(tree: Tree, path: string): Text[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = `${path}${name}`
    if (typeof value !== 'string') return flatten(value, `${key}.`)
    const [, base, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(key) ?? []
    return [{ key, base: base ?? key, form, text: value }]
  })
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()
}

/**
 * Tells whether a form is for one number only, as "One model", which needs no number in the text.
 */
function isForOneNumber(locale: Locale, form: string): boolean {
  if (form === 'zero') return true
  const rules = new Intl.PluralRules(locale)
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  return numbers.filter((number) => rules.select(number) === form).length === 1
}

const english = readTexts(defaultLocale)
const englishByBase = Map.groupBy(english, ({ base }) => base)

// Names, formats, and words that are the same in both languages.
const sameEverywhere = [
  '{{amount}}, {{price}}',
  '{{done}} / {{total}}',
  'Top-p',
  'Electron',
  'Chromium',
  'PDF',
  'API',
  '{{setting}}: {{value}}',
  '{{index}} / {{total}}',
  '{{outcome}}: {{prompt}}',
  '{{title}}…',
]
const sameWords: Partial<Record<Locale, readonly string[]>> = {
  'de-DE': [
    'App',
    'Audio',
    'Chats',
    'Code',
    'Details',
    'Emoji',
    'In PostgreSQL',
    'Lasso',
    'Name',
    'Optional',
    'Plugin',
    'Plugin: {{value}}',
    'Plugins',
    'Prompt',
    'Region',
    'Server',
    'System',
    'Text',
    'Version',
    'Video: {{prompt}}',
    'Videos',
    'Moderation',
    'Sampler',
    'Normal',
    'Standard',
    'Transparent',
  ],
  'es-ES': [
    'No',
    'chat',
    '{{tokens}} token',
    '{{tokens}} tokens',
    'Audio',
    'Bases',
    'Chats',
    'Emoji',
    'General',
    'Normal',
  ],
  'pt-BR': [
    '{{count}} prompt',
    '{{count}} prompts',
    'Prompts',
    '{{tokens}} token',
    '{{tokens}} tokens',
    'Bases',
    'Emoji',
    'Plugin',
    'Plugin: {{value}}',
    'Plugins',
    'Prompt',
    'Normal',
  ],
  'fr-FR': [
    'note',
    '{{count}} source',
    '{{count}} sources',
    '{{count}} passage',
    '{{count}} passages',
    '{{count}} page',
    '{{count}} pages',
    'Arguments',
    'Microphone',
    'Notes',
    'Assistant',
    'Assistants',
    'Audio',
    'Bases',
    'Code',
    'Conversation',
    'Description',
    'Document',
    'Image',
    'Images',
    'Important',
    'Instructions',
    'Lasso',
    'Message',
    'Notifications',
    'Page',
    'Page {{page}}',
    'Pages',
    'Rectangle',
    'Suggestions',
    'Services',
    'Sources',
    'Version',
    'Versions',
    'version {{version}}',
    'Compression (JPEG, WebP)',
    'Opaque',
    'Standard',
    'Transparent',
  ],
}

test('every language has its texts, and no texts are without a language', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  expect(files.toSorted()).toEqual(locales.toSorted())
})

describe.each(translated)('%s', (locale) => {
  const texts = readTexts(locale)

  test('has the same keys as English, in the same order', () => {
    const bases = [...new Set(texts.map(({ base }) => base))]
    expect(bases).toEqual([...englishByBase.keys()])
  })

  test('has the plural forms of its language where English has any', () => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    for (const [base, forms] of Map.groupBy(texts, (text) => text.base)) {
      const inEnglish = englishByBase.get(base)?.map(({ form }) => form) ?? []
      const isPlural = inEnglish.includes('other')
      const wanted = isPlural ? new Set<string | undefined>(categories) : new Set([undefined])
      if (inEnglish.includes('zero')) wanted.add('zero')
      expect(new Set(forms.map(({ form }) => form)), base).toEqual(wanted)
    }
  })

  test('has the placeholders of English in every text', () => {
    for (const { key, base, form, text } of texts) {
      const ofBase = englishByBase.get(base)
      const source = ofBase?.find((candidate) => candidate.form === 'other') ?? ofBase?.[0]
      const wanted = placeholdersOf(source?.text ?? '')
      const withoutCount = wanted.filter((name) => name !== 'count')
      const isExact = form !== undefined && isForOneNumber(locale, form)
      expect(isExact ? [wanted, withoutCount] : [wanted], key).toContainEqual(placeholdersOf(text))
    }
  })

  test('says something everywhere, and nothing in English', () => {
    const allowed = new Set([...sameEverywhere, ...(sameWords[locale] ?? [])])
    const inEnglish = new Map(english.map(({ key, text }) => [key, text]))
    for (const { key, text } of texts) {
      expect(text.trim(), key).not.toBe('')
      expect(text, key).toBe(text.trim())
      if (!allowed.has(text)) expect(text, key).not.toBe(inEnglish.get(key))
    }
  })
})
