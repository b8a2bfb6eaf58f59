import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { locales } from '../../src/shared/languages.ts'

type Texts = { [name: string]: string | Texts }

/** Returns the text at a path such as `media.price.unpriced_one`. */
function textAt(texts: Texts, path: string): Texts | string | undefined {
  return path
    .split('.')
    .reduce<Texts | string | undefined>(
      (found, name) => (typeof found === 'object' ? found[name] : undefined),
      texts,
    )
}

test.each([
  ...['media.price.unpriced', 'knowledge.pictures.unread', 'knowledge.facts.unreadPictures'],
  ...['knowledge.space.split', 'knowledge.hosted.waiting', 'plugins.leftOut'],
  ...['plugins.note.toolsLeftOut', 'plugins.fieldsLeftOut'],
])('%s is a sentence of its own for one and for many, in each language', (path) => {
  for (const code of locales) {
    const file = join(projectRoot, `src/renderer/locales/${code}.json`)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    const sentences = forms.map((form) => textAt(texts, `${path}_${form}`))
    expect(sentences, code).not.toContain(undefined)
    if (forms.length > 1) expect(new Set(sentences).size, code).toBeGreaterThan(1)
  }
})

/** A number that nothing says the thing of: “Left out: 5”. */
const bareAmount = /[:：]\s*\{\{(?:amount|count|number)\}\}\s*(?:$|[.。])/

test('no text ends with an amount behind a colon', () => {
  for (const code of locales) {
    const file = join(projectRoot, `src/renderer/locales/${code}.json`)
    const texts = textsOf(JSON.parse(readFileSync(file, 'utf8')) as Texts)
    expect(texts.filter((text) => bareAmount.test(text))).toEqual([])
  }
})

function textsOf(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? text : textsOf(text)))
}
