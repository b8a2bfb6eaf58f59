import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

/** Returns the edge of its cell at which each text stands, row by row. */
function edges(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('tr'), (row) =>
      Array.from(row.cells, (cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        const { left, right } = text.getBoundingClientRect()
        const box = cell.getBoundingClientRect()
        const { paddingLeft, paddingRight } = getComputedStyle(cell)
        const before = left - box.left - Number.parseFloat(paddingLeft)
        const after = box.right - right - Number.parseFloat(paddingRight)
        if (Math.abs(before - after) < 2) return before < 2 ? 'full' : 'center'
        return before < after ? 'left' : 'right'
      }),
    ),
  )
}

const rows = (names: readonly string[], cells: readonly string[]): string =>
  `| ${names.join(' | ')} |\n| :--- | ---: | --- | :---: |\n| ${cells.join(' | ')} |\n`
const wideEnglish = ['a long name', 'a long number', 'a long text', 'a long middle']
const wideArabic = ['اسم طويل جدا', 'عدد طويل جدا', 'نص طويل جدا', 'وسط طويل جدا']

const tables: [string, string, string[]][] = [
  ['English with numbers', rows(wideEnglish, ['1', '2', '3', '4']), ['left', 'right', 'left']],
  ['English with Arabic', rows(wideEnglish, ['ا', 'ب', 'ت', 'ث']), ['left', 'right', 'left']],
  ['Arabic with numbers', rows(wideArabic, ['1', '2', '3', '4']), ['right', 'left', 'right']],
  ['Arabic with English', rows(wideArabic, ['a', 'b', 'c', 'd']), ['right', 'left', 'right']],
]

for (const direction of ['ltr', 'rtl']) {
  for (const [name, text, expected] of tables) {
    test(`a column stands at one edge, ${name}, in a page ${direction}`, async ({
      markdownPage: page,
    }) => {
      await page.evaluate(
        async ([source, dir]) => {
          document.documentElement.dir = dir
          await window.markdown.showWhole(source)
          document.querySelector('table')!.style.inlineSize = '60rem'
        },
        [text, direction] as const,
      )
      const [header, cells] = await edges(page)
      expect(header).toEqual([...expected, 'center'])
      expect(cells).toEqual(header)
    })
  }
}

test('cells of raw HTML are aligned alike', async ({ markdownPage: page }) => {
  await page.evaluate(async () => {
    await window.markdown.showWhole(
      '<table dir="rtl"><tr><th align="right">عدد طويل جدا</th><th align="left">اسم طويل</th></tr><tr><td align="right">12</td><td align="left">3</td></tr></table>\n',
    )
    document.querySelector('table')!.style.inlineSize = '60rem'
  })
  const [header, cells] = await edges(page)
  expect(cells).toEqual(header)
})

test('headers break between words only, and stay in their columns', async ({
  markdownPage: page,
}) => {
  await page.setViewportSize({ width: 480, height: 800 })
  await page.evaluate(() =>
    window.markdown.showWhole(
      '| Availability in Germany | Change to last year | Donaudampfschifffahrt |\n|---|--:|---|\n| 1 | 2 | 3 |\n',
    ),
  )
  const broken = await page.evaluate(() =>
    Array.from(document.querySelectorAll('th'), (cell) => {
      const text = cell.firstChild!
      const isWhole = Array.from(text.textContent!.matchAll(/\S+/g), ({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length === 1
      })
      return cell.scrollWidth > cell.clientWidth || isWhole.includes(false)
    }),
  )
  expect(broken).toEqual([false, false, false])
})
