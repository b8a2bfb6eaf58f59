import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

const count = 3000
/** Some hundred more than stand in the list itself; each also has a number in the text. */
const noteCount = 1000
const lines = (line: (at: number) => string, length = count): string =>
  Array.from({ length }, (_, at) => line(at)).join('\n')

/** Counts all elements, and those that the browser lays out. */
function laidOut(page: Page, selector: string): Promise<{ all: number; shown: number }> {
  return page.evaluate((wanted) => {
    const all = Array.from(document.querySelectorAll(`#root ${wanted}`))
    const shown = all.filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    return { all: all.length, shown: shown.length }
  }, selector)
}

async function showWhole(page: Page, text: string): Promise<void> {
  await page.evaluate((whole) => window.markdown.showWhole(whole), text)
}

const crowds: [string, string, string][] = [
  ['items of a list', lines((at) => `- ${at}`), 'li'],
  ['numbered items', lines((at) => `${at + 1}. a`), 'li'],
  ['tasks', lines((at) => `- [ ] ${at}`), 'li.task'],
  ['items far apart', lines((at) => `- ${at}\n`), 'li'],
  ['items of an inner list', `- a\n${lines((at) => `  - ${at}`)}`, 'li li'],
  ['paragraphs', lines((at) => `${at}\n`), 'p'],
  ['paragraphs of a quote', lines((at) => `> ${at}\n>`), 'blockquote p'],
  ['paragraphs of an item', `- a\n\n${lines((at) => `  ${at}\n`)}`, 'li p'],
  ['paragraphs of an alert', `> [!NOTE]\n${lines((at) => `> ${at}\n>`)}`, '.alert p'],
  [
    'paragraphs of details',
    `<details open>\n\n${lines((at) => `${at}\n`)}\n</details>`,
    'details p',
  ],
]

const chain = `[^0]\n\n${lines((at) => `[^${at}]: a [^${at + 1}]`, noteCount)}`
const notes = `${lines((at) => `[^${at}]\n`, noteCount)}\n${lines((at) => `[^${at}]: a\n`, noteCount)}`

for (const [name, text] of [
  ['notes', notes],
  ['notes that each refer to the next', chain],
] as const) {
  test(`of many ${name} only those near the window are laid out`, async ({
    markdownPage: page,
  }) => {
    await showWhole(page, text)
    const { all, shown } = await laidOut(page, '.footnotes li')
    expect(all).toBeGreaterThanOrEqual(noteCount)
    // The first 256 and the last two boxes of 128 are never skipped.
    expect(shown).toBeLessThan(noteCount * 0.7)
  })
}

for (const [name, text, selector] of crowds) {
  test(`of many ${name} only those near the window are laid out`, async ({
    markdownPage: page,
  }) => {
    await showWhole(page, text)
    const { all, shown } = await laidOut(page, selector)
    expect(all).toBeGreaterThanOrEqual(count)
    expect(shown).toBeLessThan(count / 3)
  })
}

test('a long numbered list counts on, where it is seen and where it is copied', async ({
  markdownPage: page,
}) => {
  await showWhole(
    page,
    lines((at) => `${at + 7}. item`),
  )
  const { markdown, plain, inPart } = await page.evaluate(() => {
    const list = document.querySelector('#root ol')!
    const copy = (element: Element) => {
      getSelection()?.selectAllChildren(element)
      return window.markdown.copySelection()!
    }
    const part = list.querySelectorAll('.child-part')[1]!
    return { ...copy(list), inPart: copy(part).markdown }
  })
  const numbered = Array.from({ length: count }, (_, at) => `${at + 7}. item`)
  expect(markdown.split('\n')).toEqual(numbered)
  expect(plain.split('\n')).toEqual(numbered)
  expect(numbered.join('\n')).toContain(inPart)
  // As the browser numbers them: by the first number of each part.
  const numbers = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLLIElement>('#root ol > .child-part > li:first-child'),
      ({ value }) => value,
    ),
  )
  expect(numbers.slice(0, 2)).toEqual([263, 391])
})

test('items that are taken away leave no empty box', async ({ markdownPage: page }) => {
  const left = await page.evaluate(
    ([long, short]) => {
      const view = window.markdown.show(long!)
      view.showRest()
      view.update(short!, false)
      view.showRest()
      const { element } = view
      return [element.querySelectorAll('li').length, element.querySelectorAll('.child-part').length]
    },
    [lines((at) => `- ${at}`), '- a\n'.repeat(300)],
  )
  expect(left).toEqual([300, 1])
})

test('notes that are referred to later come before those of other notes', async ({
  markdownPage: page,
}) => {
  const text = `${chain}\n\n[^${noteCount - 1}] and [^${noteCount - 2}]\n`
  const listed = await page.evaluate(
    async ([before, whole]) => {
      const view = window.markdown.show('')
      view.update(before!, true)
      view.showRest()
      view.update(whole!, false)
      view.showRest()
      return Array.from(view.element.querySelectorAll('.footnotes li'), (note) =>
        Number(note.querySelector<HTMLElement>('[data-footnote]')?.dataset['footnote'] ?? 0),
      )
    },
    [`${chain}\n`, text],
  )
  const rest = Array.from({ length: noteCount - 3 }, (_, at) => at + 2)
  // The last one refers to a note that is not there.
  expect(listed.slice(0, 3)).toEqual([1, 0, noteCount - 1])
  expect(listed.slice(3)).toEqual(rest)
})

test('a task has a box without being an input, whose state Chromium would keep', async ({
  markdownPage: page,
}) => {
  await page.evaluate((text) => window.markdown.show(text), '- [x] Done\n- [ ] Open\n- Neither')
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toBeChecked()
  await expect(boxes.last()).not.toBeChecked()
  await expect(boxes.last()).toBeDisabled()
  expect(await page.locator('input').count()).toBe(0)
})

test('a table of more cells than can be laid out goes on as text', async ({
  markdownPage: page,
}) => {
  const rows = 20_000
  await page.evaluate(
    (whole) => {
      const view = window.markdown.show(whole)
      view.showRest()
    },
    `|a|b|\n|-|-|\n${Array.from({ length: rows }, (_, at) => `|${at}|b|`).join('\n')}`,
  )
  const { cells, text } = await page.evaluate(() => ({
    cells: document.querySelectorAll('#root :is(td, th)').length,
    text: document.querySelector('#root')!.textContent,
  }))
  expect(cells).toBeGreaterThan(15_000)
  expect(cells).toBeLessThan(25_000)
  expect(text).toContain(`|${rows - 1}|b|`)
})

const heavy: [string, string][] = [
  ['notes', '[^1] '.repeat(2000)],
  ['formulas', '$x$ '.repeat(2000)],
  ['pictures', '![](/b) '.repeat(1500)],
  ['reading aids', '<ruby>a<rt>b '.repeat(1000)],
]

for (const [name, paragraph] of heavy) {
  test(`a paragraph of more ${name} than can be laid out at once is as it was written`, async ({
    markdownPage: page,
  }) => {
    await showWhole(page, `${paragraph}\n\n**after**\n\n[^1]: note`)
    await expect(page.locator('#root p').first()).toHaveText(paragraph.trim())
    await expect(page.locator('#root p').first().locator('sup, .math, ruby, button')).toHaveCount(0)
    await expect(page.locator('#root strong')).toHaveText('after')
  })
}
