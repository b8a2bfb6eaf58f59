import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../../src/shared/languages.ts'
import type { Locale } from '../../src/shared/languages.ts'

const script = '[\\u3040-\\u30ff\\u4e00-\\u9fff]'
const spaced = new RegExp(`${script}[A-Za-z0-9]|[A-Za-z0-9]${script}`)
const narrow = new RegExp(`${script}[?!:;,]`)

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
    ['the name of a choice is quoted in a sentence', /(?:^|\. )Automatic [a-z]/],
  ],
  'de-DE': [
    ['an ellipsis has a space before it', /\S…/],
    ['Rechner is a computer and a calculator: Computer, Taschenrechner', /\bRechners?\b/],
    ['du, not Sie', /[a-zäöüß,:] (?:Sie|Ihre?[mnrs]?)\b|\bSie (?:können|müssen|haben|sollten)\b/],
  ],
  'fr-FR': [['no line begins with a mark or ends with a guillemet', /[ \u202f][:;!?»]|«[ \u202f]/]],
  'ja-JP': [
    ['a space between the script and Latin', spaced],
    ['marks are wide', narrow],
    [
      'no long vowel at the end of loanwords, and Web in Latin',
      /(?:サーバ|コンピュータ|ブラウザ|プロバイダ|フォルダ|パラメータ|ヘッダ)ー|ウェブ/,
    ],
  ],
  'ko-KR': [['quotation marks are single', /[“”]/]],
  'zh-CN': [
    ['你, not 您', /您/],
    ['a space between the script and Latin', spaced],
    ['marks are wide', narrow],
  ],
  'zh-TW': [
    ['你, not 您', /您/],
    ['a space between the script and Latin', spaced],
    ['marks are wide', narrow],
    ['資料夾 and 這部電腦', /檔案夾|這台電腦|此電腦/],
  ],
  'ar-SA': [
    ['marks are Arabic', /[?;,]/],
    ['one word for a computer', /حاسوب|هذا الجهاز/],
  ],
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

/** Things that are met on the same screens, and so must not share a word. */
const differing: readonly (readonly [string, string])[] = [
  ['media.mask.zoomIn', 'media.viewer.upscale'],
  ['markdown.image.enlarge', 'media.mask.tools.frame'],
  ['voices.pitch', 'media.form.height'],
  ['knowledge.undo', 'media.viewer.restore'],
  ['chat.message.copy', 'media.versions.title'],
  ['knowledge.omissions.comment', 'knowledge.kinds.note'],
  ['media.kinds.audio', 'voices.voices'],
  ['media.kinds.audio', 'settings.sections.voice'],
  ['knowledge.states.uploading', 'providers.localModels.loading'],
  ['chat.message.edit', 'chat.message.regenerate'],
]

test.each(locales)('%s has a word for each of two things', (locale) => {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = new Map(flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, ''))
  for (const [one, other] of differing) {
    const text = texts.get(one)
    expect(text, one).toBeTruthy()
    expect(text, `${one} and ${other}`).not.toBe(texts.get(other))
  }
})
