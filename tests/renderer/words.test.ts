import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Locale } from '../../src/shared/languages.ts'

/** The rules of docs/words.md that a pattern can tell, each with what breaks it. */
const rules: Partial<Record<Locale, readonly [rule: string, broken: RegExp][]>> = {
  'en-US': [
    ['apostrophes and quotation marks are curly', /['"]/],
    ['an ellipsis is one character, close to its word', /\.\.\.| …/],
    [
      'verbs are contracted',
      /\b(?:can|do|does|did|is|are|was|were|has|have|could) not\b|\bcannot\b/i,
    ],
    ['American spelling', /favour|colour|behaviour|licence|cancelled|recognis|e-mail/i],
    ['Parley runs on this computer', /\bthis (?:machine|device)\b/i],
    ['things are turned on and off', /\bswitch(?:ed)? (?:on|off|\{\{\w+\}\})/i],
    ['no please, no sorry, no exclamation mark', /\bplease\b|\bsorry\b|!/i],
    ['a list of three has a comma before its last', /\w, \w+ (?:and|or) \w/],
    ['abbreviations are in capitals', /\b(?:ids?|urls?|pdf)\b/],
  ],
  'de-DE': [
    ['du, not Sie', /[a-zäöüß,:] (?:Sie|Ihre?[mnrs]?)\b|\bSie (?:können|müssen|haben|sollten)\b/],
  ],
  'ja-JP': [['a question ends in a wide mark', /か\?/]],
  'zh-CN': [['你, not 您', /您/]],
  'zh-TW': [['你, not 您', /您/]],
}

type Tree = { [name: string]: string | Tree }

function flatten(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : flatten(value, `${path}${name}.`),
  )
}

test.each(Object.keys(rules) as Locale[])('%s keeps to the rules', (locale) => {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, '')
  const broken = (rules[locale] ?? []).flatMap(([rule, pattern]) =>
    texts.filter(([, text]) => pattern.test(text)).map(([key, text]) => ({ rule, key, text })),
  )
  expect(broken).toEqual([])
})
