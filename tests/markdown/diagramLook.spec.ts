import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

/** Draws a source, and puts the drawing into the page, to be looked into. */
async function drawInside(page: Page, source: string): Promise<void> {
  const text = `\`\`\`mermaid\n${source}\n\`\`\`\n`
  await page.evaluate((shown) => void window.markdown.show(shown), text)
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  await page.locator('.diagram-picture').evaluate((picture: HTMLImageElement) => {
    const shown = document.createElement('div')
    shown.innerHTML = decodeURIComponent(picture.src.replace(/^[^,]*,/, ''))
    document.body.append(shown)
  })
}

const column = 700
const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

test('the buttons of a diagram cover none of it', async ({ markdownPage: page }) => {
  await page.setViewportSize({ width: column, height: 800 })
  await drawInside(page, 'flowchart LR\n  a --> b --> c --> d --> e --> f --> g')
  const buttons = await boxOf(page, '.diagram-tools')
  const picture = await boxOf(page, '.diagram-picture')
  expect(picture.right).toBeGreaterThan(buttons.left)
  expect(picture.top).toBeGreaterThanOrEqual(buttons.bottom)
})

test('the title of a subgraph stands above the edge that leads into it', async ({
  markdownPage: page,
}) => {
  await drawInside(page, 'flowchart TD\n  a --> b\n  subgraph Inside\n    b --> c\n  end')
  const [title, edges] = await page.evaluate(() => {
    const all = [...document.querySelectorAll('body > div svg *')]
    const last = (selector: string): number => all.findLastIndex((each) => each.matches(selector))
    return [last('.cluster-label'), last('.edgePaths path')] as const
  })
  expect(edges).toBeGreaterThan(0)
  expect(title).toBeGreaterThan(edges)
})

test('the name of a state stands in its middle', async ({ markdownPage: page }) => {
  await drawInside(page, 'stateDiagram-v2\n  On --> Off')
  const state = '.statediagram-state:has(tspan:text-is("On"))'
  const name = await boxOf(page, `${state} text`)
  const box = await boxOf(page, `${state} .label-container`)
  expect(name.left - box.left).toBeGreaterThan(5)
  expect(Math.abs(name.left + name.right - box.left - box.right)).toBeLessThan(3)
})

test('a Gantt chart is as wide as its column', async ({ markdownPage: page }) => {
  await page.setViewportSize({ width: column, height: 800 })
  await drawInside(page, 'gantt\n  dateFormat YYYY-MM-DD\n  One :a, 2024-01-01, 30d')
  const width = await page
    .locator('.diagram-picture')
    .evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  expect(width).toBeGreaterThan(column * 0.8)
  expect(width).toBeLessThanOrEqual(column)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`words of boxes that Mermaid paints blue are in the page's ink, ${colorScheme}`, async ({
    markdownPage: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await drawInside(page, 'C4Context\n  Person(a, "Ann", "Reads")\n  System(b, "Box", "Works")')
    const [ink, fills] = await page.evaluate(() => {
      const words = document.querySelectorAll('body > div svg :is(text, tspan)')
      return [
        getComputedStyle(document.body).color,
        Array.from(words, (word) => getComputedStyle(word).fill),
      ] as const
    })
    expect(new Set(fills)).toEqual(new Set([ink]))
  })
}

test('a diagram can be seen with forced colours', async ({ markdownPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await drawInside(page, 'flowchart LR\n  a[First] --> b[Second]')
  const share = await page.locator('.diagram-picture').evaluate((picture: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    const context = canvas.getContext('2d')!
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const isInk = (_: unknown, index: number): boolean =>
      index % 4 === 3 && data[index]! > 128 && data[index - 1]! < 64
    return data.filter(isInk).length / (data.length / 4)
  })
  expect(share).toBeGreaterThan(0.01)
  expect(share).toBeLessThan(0.25)
})

test('a wide diagram scrolls before its words become too small', async ({ markdownPage: page }) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await drawInside(page, 'flowchart LR\n  a --> b --> c --> d --> e --> f --> g --> h --> i --> j')
  const { scale, isScrolled } = await page
    .locator('.diagram-picture')
    .evaluate((picture: HTMLImageElement) => {
      const { scrollWidth, clientWidth } = picture.parentElement!
      return {
        scale: picture.clientWidth / picture.naturalWidth,
        isScrolled: scrollWidth > clientWidth,
      }
    })
  expect(scale).toBeCloseTo(0.6, 1)
  expect(isScrolled).toBe(true)
})
