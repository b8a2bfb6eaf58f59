import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

async function draw(page: Page, label: string): Promise<string> {
  const text = `\`\`\`mermaid\nflowchart LR\n  a["${label}"]\n\`\`\`\n`
  await page.evaluate((source) => void window.markdown.show(source), text)
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  const address = (await page.locator('.diagram-picture').getAttribute('src')) ?? ''
  return decodeURIComponent(address.replace(/^[^,]*,/, ''))
}

/** Returns what each picture's pixels are, as text to compare. */
function pixelsOf(page: Page, drawings: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const picture = new Image()
          picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
          await picture.decode()
          const canvas = document.createElement('canvas')
          canvas.width = picture.naturalWidth
          canvas.height = picture.naturalHeight
          canvas.getContext('2d')!.drawImage(picture, 0, 0)
          return canvas.toDataURL()
        }),
      ),
    drawings,
  )
}

const facesIn = (svg: string): string[] =>
  [...svg.matchAll(/@font-face \{ font-family: '([^']+)'[^}]*font-style: (\w+)/g)].map(
    ([, family, style]) => `${family} ${style}`,
  )

test('a diagram is set in the type of its page', async ({ markdownPage: page }) => {
  const svg = await draw(page, 'Quick brown fox 123')
  expect(facesIn(svg)).toEqual(['IBM Plex Sans Variable normal'])
  const [own, without] = await pixelsOf(page, [svg, svg.replaceAll(/@font-face \{[^}]*\}/g, '')])
  expect(own).not.toBe(without)
})

test('a diagram brings along only the files that its words need', async ({
  markdownPage: page,
}) => {
  const faces = facesIn(await draw(page, 'Привет, مرحبا, 你好'))
  expect(new Set(faces)).toEqual(
    new Set(['IBM Plex Sans Variable normal', 'IBM Plex Sans Arabic normal']),
  )
  expect(faces.filter((face) => face.includes('Variable'))).toHaveLength(2)
})

test('a diagram is as large as the text around it', async ({ markdownPage: page }) => {
  const widthAt = async (pixels: number): Promise<number> => {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`
    }, pixels)
    const [, width] = / width="(\d+)"/.exec(await draw(page, 'A label of some words')) ?? []
    return Number(width)
  }
  const small = await widthAt(15)
  expect(await widthAt(30)).toBeCloseTo(small * 2, -1)
})
