import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { kindFills } from '../../src/renderer/markdown/view/diagram/theme.ts'
import { diagramKinds } from './diagramKinds.ts'
import { test } from './markdownPage.ts'

/** Returns the colours of all that is seen of the drawing, as `rgb(…)`, and its families of type. */
function seenIn(page: Page): Promise<{ colors: string[]; families: string[] }> {
  return page.locator('.diagram-picture').evaluate((picture: HTMLImageElement) => {
    const shown = document.createElement('div')
    shown.innerHTML = decodeURIComponent(picture.src.replace(/^[^,]*,/, ''))
    document.body.append(shown)
    const colors = new Set<string>()
    const families = new Set<string>()
    const add = (color: string, opacity: string): void => {
      const isClear = color === 'none' || color.startsWith('url') || color.endsWith(', 0)')
      if (!isClear && Number(opacity) > 0) colors.add(color)
    }
    const shapes = 'path, rect, circle, ellipse, polygon, polyline, line, text, tspan, span'
    for (const element of shown.querySelectorAll(`svg :is(${shapes})`)) {
      // Definitions are seen where they are used: arrows, which have their line's colour.
      if (element.closest('defs, marker')) continue
      const style = getComputedStyle(element)
      const isText = /^(?:text|tspan|span)$/.test(element.localName)
      if (isText && element.textContent.trim() === '') continue
      if (isText) families.add(style.fontFamily)
      if (element.localName === 'span') add(style.color, style.opacity)
      else if (element.localName !== 'line') add(style.fill, style.fillOpacity)
      if (!isText && parseFloat(style.strokeWidth) > 0) add(style.stroke, style.strokeOpacity)
    }
    shown.remove()
    return { colors: [...colors], families: [...families] }
  })
}

const channels = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => String(parseInt(hex.slice(at, at + 2), 16))).join(', ')})`

/** Returns the colours that a drawing may have: the page's, and the fills of kinds. */
async function allowedOn(page: Page): Promise<Set<string>> {
  const own = await page.evaluate(() => {
    const probe = document.createElement('span')
    document.body.append(probe)
    const names = 'code raised ink muted accent-soft control accent'.split(' ')
    const colors = names.map((name) => {
      probe.style.color = `var(--${name})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    return colors
  })
  return new Set([...own, ...[true, false].flatMap((dark) => kindFills(dark).map(channels))])
}

/** The kinds that mix further colours of their own from the page's, or draw icons in white. */
const mixed = new Set(['kanban', 'journey', 'c4', 'architecture'])

for (const colorScheme of ['light', 'dark'] as const) {
  test(`each kind of diagram is drawn in the page's colours and type, ${colorScheme}`, async ({
    markdownPage: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const allowed = await allowedOn(page)
    for (const [kind, source] of Object.entries(diagramKinds)) {
      const text = `\`\`\`mermaid\n${source}\n\`\`\`\n`
      await page.evaluate((shown) => void window.markdown.show(shown), text)
      await expect(page.locator('.diagram-drawn'), kind).toBeVisible()
      const { colors, families } = await seenIn(page)
      const foreign = colors.filter((color) => !allowed.has(color))
      if (!mixed.has(kind)) expect(foreign, kind).toEqual([])
      expect(
        families.filter((family) => !family.includes('Plex')),
        kind,
      ).toEqual([])
    }
  })
}

test('a diagram that is shown is drawn anew when the text grows or colours are forced', async ({
  markdownPage: page,
}) => {
  const text = '```mermaid\nflowchart LR\n  a[One] --> b[Two]\n```\n'
  await page.evaluate((shown) => void window.markdown.show(shown), text)
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  const picture = page.locator('.diagram-picture')
  const width = (): Promise<number> =>
    picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  const before = await width()
  await page.evaluate(() => {
    for (const size of [16, 18, 20, 22, 24]) document.documentElement.style.fontSize = `${size}px`
  })
  await expect.poll(width).toBeGreaterThan(before * 1.4)
  const plain = await picture.getAttribute('src')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(() => picture.getAttribute('src')).not.toBe(plain)
})
