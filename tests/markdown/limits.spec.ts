import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { randomFormula } from './hostile/formulas.ts'
import { test } from './markdownPage.ts'

/** Returns the depth of the deepest element shown. */
function depthOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    let deepest = 0
    const visit = (element: Element, depth: number): void => {
      deepest = Math.max(deepest, depth)
      for (const child of element.children) visit(child, depth + 1)
    }
    visit(document.querySelector('#root > .markdown')!, 0)
    return deepest
  })
}

const deep: [string, string][] = [
  ['tables', `${'<table><tr><td>'.repeat(1500)}word`],
  ['tables in blocks of their own', `${'<table><tr><td>\n\n'.repeat(1500)}word`],
  ['divisions', `${'<div>'.repeat(8000)}word`],
  ['details', `${'<details open><summary>a</summary>'.repeat(1400)}word`],
  ['lists', `${'<ul><li>'.repeat(5000)}word`],
  ['ruby', `<div>${'<ruby>a<rt>'.repeat(2000)}word`],
  ['HTML in quotes', `${'> '.repeat(99)}${'<div>'.repeat(500)}word`],
  ['tags in emphasis', `${`*${'<b>'.repeat(50)}a `.repeat(90)}word${' a*'.repeat(90)}`],
  ['drawings', `<div>word${'<svg><foreignObject><div>'.repeat(500)}`],
  ['formulas', `<div>word${'<math><mrow>'.repeat(2000)}`],
]

for (const [name, text] of deep) {
  test(`of ${name} in each other the deepest are text`, async ({ markdownPage: page }) => {
    await page.evaluate((html) => window.markdown.showWhole(`${html}\n\nafter`), text)
    await expect(page.locator('#root')).toContainText('after')
    await expect(page.locator('#root')).toContainText('word')
    expect(await depthOf(page)).toBeLessThan(200)
  })
}

const indented: [string, string][] = [
  ['quotes', `${'>'.repeat(10_000)} word`],
  ['lists', `${'- '.repeat(10_000)}word`],
  ['details', `${'<details open>\n\n'.repeat(10_000)}word`],
]

for (const [name, text] of indented) {
  test(`the text of ${name} in each other keeps its width`, async ({ markdownPage: page }) => {
    await page.evaluate((whole) => window.markdown.showWhole(`${whole}\n\nafter`), text)
    // A locator takes seconds for elements so deep.
    const { shown, widths } = await page.evaluate(() => {
      const root = document.querySelector('#root')!
      const leaves = Array.from(root.querySelectorAll('p, li'))
      return {
        shown: root.textContent,
        widths: leaves
          .filter((leaf) => !leaf.querySelector('p, li'))
          .map((leaf) => leaf.clientWidth),
      }
    })
    expect(shown).toContain('word')
    expect(Math.min(...widths)).toBeGreaterThan(100)
  })
}

test('many blocks of HTML are not cleaned in one document', async ({ markdownPage: page }) => {
  const counts = await page.evaluateHandle(() => {
    const created = new Map<Document, number>()
    const create = Reflect.get(Document.prototype, 'createNodeIterator') as (
      this: Document,
      ...parts: unknown[]
    ) => NodeIterator
    Reflect.set(
      Document.prototype,
      'createNodeIterator',
      function (this: Document, ...parts: unknown[]) {
        created.set(this, (created.get(this) ?? 0) + 1)
        return create.apply(this, parts)
      },
    )
    return created
  })
  await page.evaluate((text) => window.markdown.showWhole(text), '<div>a</div>\n\n'.repeat(1000))
  await expect(page.locator('.html-block > div')).toHaveCount(1000)
  expect(await counts.evaluate((created) => Math.max(...created.values()))).toBeLessThan(500)
})

test('HTML that is as deep as any that is meant keeps its elements', async ({
  markdownPage: page,
}) => {
  const table = '<table><tr><td>outer<table><tr><td>inner</td></tr></table></td></tr></table>'
  await page.evaluate((html) => window.markdown.showWhole(html), table)
  await expect(page.locator('td td')).toHaveText('inner')
})

for (const html of [
  '<frameset>',
  '<frameset><frame src=x></frameset>',
  '<html><frameset cols=1>',
]) {
  test(`a document without a body leaves the texts around it: ${html}`, async ({
    markdownPage: page,
  }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.evaluate((text) => window.markdown.showWhole(text), `before\n\n${html}\n\nafter`)
    await expect(page.locator('p')).toHaveText(['before', 'after'])
    // Once more, with the cleaner loaded.
    await page.evaluate((text) => window.markdown.showWhole(text), `before\n\n${html}\n\nafter`)
    await expect(page.locator('p')).toHaveText(['before', 'after'])
    expect(errors).toEqual([])
  })
}

test('HTML of more tags than can be shown at once stays as it was written', async ({
  markdownPage: page,
}) => {
  await page.evaluate((text) => window.markdown.showWhole(text), `<div>${'<b>a</b>'.repeat(6000)}`)
  await expect(page.locator('.html-block b')).toHaveCount(0)
  await expect(page.locator('.html-block')).toContainText('<b>a</b>')
})

const tooLarge: [string, string][] = [
  ['a macro that doubles', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
  ['many rows', `\\begin{matrix}${'a\\\\'.repeat(1500)}\\end{matrix}`],
  ['roots in each other', `${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}`],
  ['braces beside each other', '\\underbrace{xx}_{a}'.repeat(240)],
  ['6,000 letters', 'x'.repeat(6000)],
]

for (const [name, tex] of tooLarge) {
  test(`a formula of ${name} is its source, with a note`, async ({ markdownPage: page }) => {
    await page.evaluate((text) => window.markdown.showWhole(text), `$$\n${tex}\n$$\n\nafter`)
    await expect(page.locator('.math code')).toHaveText(tex)
    await expect(page.locator('.math-note')).toHaveText('Too large to display')
    expect(await page.locator('.math').getAttribute('data-tex')).toBe(tex)
  })
}

test('a long formula that can be drawn is drawn', async ({ markdownPage: page }) => {
  const rows = Array.from({ length: 12 }, () => Array(10).fill('a_{1}').join('&')).join('\\\\')
  const tex = `\\begin{pmatrix}${rows}\\end{pmatrix}`
  await page.evaluate((text) => window.markdown.showWhole(text), `$$\n${tex}\n$$`)
  await expect(page.locator('.math .katex')).toBeVisible()
  await page.evaluate(
    (text) => window.markdown.showWhole(text),
    '$$\n\\newcommand{\\half}{\\frac{1}{2}} \\half + \\half\n$$',
  )
  await expect(page.locator('.math .katex')).toBeVisible()
})

test('each of many random formulas ends up drawn, or as its source', async ({
  markdownPage: page,
}) => {
  const text = Array.from({ length: 150 }, (_, at) => `$${randomFormula(at, at * 8)}$`).join('\n\n')
  const count = await page.evaluate(async (formulas) => {
    await window.markdown.showWhole(formulas)
    return document.querySelectorAll('.math').length
  }, text)
  expect(count).toBeGreaterThan(100)
  await expect(page.locator('.math > :is(.katex, .katex-display, code)')).toHaveCount(count, {
    timeout: 60_000,
  })
})

test('of cells that cover too many places together the last cover one', async ({
  markdownPage: page,
}) => {
  const wide = '<td colspan="100" rowspan="0">a</td>'
  const html = `<table><tr>${wide.repeat(3)}<td rowspan="2">b</td></tr></table>`
  await page.evaluate((text) => window.markdown.showWhole(text), html)
  await expect(page.locator('td')).toHaveCount(4)
  const spans = await page
    .locator('td')
    .evaluateAll((cells) =>
      cells.map(
        (cell) => (cell as HTMLTableCellElement).colSpan * (cell as HTMLTableCellElement).rowSpan,
      ),
    )
  expect(spans).toEqual([10_000, 10_000, 1, 1])
})
