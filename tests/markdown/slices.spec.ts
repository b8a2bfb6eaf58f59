import { expect } from '@playwright/test'
import { fragments } from './fragments.ts'
import { test } from './markdownPage.ts'

/** Every kind of block, and far more than fits on the screen. */
const long = Array.from(
  { length: 60 },
  (_, at) => `# Part ${at}\n\n${fragments.filter((text) => !text.includes('never')).join('')}\n\n`,
).join('')
/** Each makes about 800 elements. */
const formulas = Array.from(
  { length: 40 },
  (_, at) => `$${at}${'\\frac{a}{b}'.repeat(20)}$\n\n`,
).join('')
const list = Array.from({ length: 3000 }, (_, at) => `- ${at}`).join('\n')

test('of a long text the first screens are shown at once, and soon all', async ({
  markdownPage,
}) => {
  const { busy, headings } = await markdownPage.evaluate((text) => {
    const { element } = window.markdown.show(text)
    const parts = Array.from(element.querySelectorAll('h1'), (heading) => heading.textContent)
    return { busy: element.ariaBusy, headings: parts.filter((part) => part.startsWith('Part')) }
  }, long)
  expect(busy).toBe('true')
  expect(headings).toContain('Part 0')
  expect(headings).not.toContain('Part 59')
  const shown = markdownPage.locator('#root > .markdown')
  // A busy machine lays out few of the 22,000 elements in a frame, so this may take long.
  await expect(shown).not.toHaveAttribute('aria-busy', { timeout: 50_000 })
  // To look for a role the page has to name every element, which takes it a second.
  await expect(shown.locator('h1', { hasText: 'Part 59' })).toHaveCount(1)
})

test('slices end up as the same elements as a text that comes slowly', async ({ markdownPage }) => {
  for (const text of [long, formulas, list, `${list}\n\n| a |\n| - |\n${'| ب |\n'.repeat(500)}`]) {
    const pieces = text.match(/[^]{1,700}/gu) ?? []
    const difference = await markdownPage.evaluate(
      (each) => window.markdown.compare(each),
      Array.from(pieces),
    )
    expect(difference?.streamed).toBe(difference?.atOnce)
  }
})

test('of many notes that each refer to the next the first are listed at once, and soon all', async ({
  markdownPage,
}) => {
  const count = 800
  const notes = Array.from({ length: count }, (_, at) => `[^${at}]: note ${at} [^${at + 1}]`)
  const text = `[^0]\n\n${notes.join('\n')}\n\n[^${count - 1}]`
  const atOnce = await markdownPage.evaluate((whole) => {
    const { element } = window.markdown.show(whole)
    return { busy: element.ariaBusy, notes: element.querySelectorAll('.footnotes li').length }
  }, text)
  expect(atOnce.busy).toBe('true')
  expect(atOnce.notes).toBeLessThan(count / 2)
  const shown = markdownPage.locator('#root > .markdown')
  await expect(shown).not.toHaveAttribute('aria-busy', { timeout: 50_000 })
  const { listed, numbers } = await shown.evaluate((element) => ({
    listed: Array.from(element.querySelectorAll('.footnotes li'), (item) =>
      Number(/\d+/.exec(item.textContent)?.[0]),
    ),
    numbers: Array.from(element.querySelectorAll('sup'), (number) => number.textContent),
  }))
  // Notes that the text itself refers to come first.
  expect(listed).toEqual([0, count - 1, ...Array.from({ length: count - 2 }, (_, at) => at + 1)])
  expect(numbers).not.toContain('')
})

test('what is left can be shown at once', async ({ markdownPage }) => {
  const { items, busy } = await markdownPage.evaluate((text) => {
    const view = window.markdown.show(text)
    view.showRest()
    return {
      items: view.element.querySelectorAll('li').length,
      busy: view.element.hasAttribute('aria-busy'),
    }
  }, list)
  expect(items).toBe(3000)
  expect(busy).toBe(false)
})

test('more text that comes meanwhile is shown behind the rest', async ({ markdownPage }) => {
  await markdownPage.evaluate((text) => {
    const view = window.markdown.show('')
    view.update(text, true)
    view.update(`${text}\n- an`, true)
    view.update(`${text}\n- and the last`, false)
  }, list)
  const items = markdownPage.locator('#root > .markdown li')
  await expect(items).toHaveCount(3001)
  await expect(items.last()).toHaveText('and the last')
})

test('another text takes the place of one that is not whole', async ({ markdownPage }) => {
  await markdownPage.evaluate((text) => {
    const view = window.markdown.show(text)
    view.update(`Another\n\n${text.replaceAll('-', '1.')}`, false)
  }, list)
  const shown = markdownPage.locator('#root > .markdown')
  await expect(shown.locator('ol li')).toHaveCount(3000)
  await expect(shown.locator('ul')).toHaveCount(0)
  await expect(shown).not.toHaveAttribute('aria-busy')
})

test('a text that shrinks to little leaves nothing of the other', async ({ markdownPage }) => {
  const html = await markdownPage.evaluate((text) => {
    const view = window.markdown.show(text)
    view.update('Little', false)
    return [view.element.textContent, view.element.ariaBusy]
  }, long)
  expect(html).toEqual(['Little', null])
})

test('nothing is added to a view that was destroyed', async ({ markdownPage }) => {
  const lengths = await markdownPage.evaluate(async (text) => {
    const view = window.markdown.show(text)
    const before = view.element.innerHTML.length
    view.destroy()
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
    return [before, view.element.innerHTML.length]
  }, list)
  expect(lengths[1]).toBe(lengths[0])
})

test('blocks with long formulas stand in smaller groups, those of another text in whole ones', async ({
  markdownPage,
}) => {
  const groups = await markdownPage.evaluate((text) => {
    const countOf = (element: HTMLElement): number[] =>
      Array.from(element.querySelectorAll('.markdown-group'), ({ children }) => children.length)
    const view = window.markdown.show(text)
    view.showRest()
    const heavy = countOf(view.element)
    view.update('word\n\n'.repeat(20), false)
    return { heavy, light: countOf(view.element) }
  }, formulas)
  expect(Math.max(...groups.heavy)).toBeLessThan(8)
  expect(groups.light).toEqual([16, 4])
})

test('a number that is wider moves a few items, never thousands', async ({ markdownPage }) => {
  const digits = await markdownPage.evaluate(() => {
    const widthOf = (count: number): string | undefined => {
      window.markdown.showAtOnce('1. a\n'.repeat(count))
      return document.querySelector('ol')?.dataset['digits']
    }
    return [9, 10, 999, 1000, 10_001].map(widthOf)
  })
  expect(digits).toEqual(['1', '2', '3', '6', '6'])
})

test('blocks of HTML that wait for what cleans them come a few a frame', async ({
  markdownPage: page,
}) => {
  const count = 3000
  const counts = await page.evaluate(async (text) => {
    window.markdown.showAtOnce(text)
    const seen = new Set<number>()
    const blocks = document.getElementsByClassName('html-block').length
    for (let cleaned = 0; cleaned < blocks;) {
      await new Promise(requestAnimationFrame)
      cleaned = document.querySelectorAll('.html-block > div').length
      seen.add(cleaned)
    }
    return [...seen]
  }, '<div>a</div>\n\n'.repeat(count))
  expect(counts.at(-1)).toBe(count)
  expect(counts.filter((cleaned) => cleaned > 0).length).toBeGreaterThan(3)
})
