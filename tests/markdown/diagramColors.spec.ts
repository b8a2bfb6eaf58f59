import { expect } from '@playwright/test'
import { test } from './markdownPage.ts'

const mindmap = '```mermaid\nmindmap\n  root((Whole))\n    One\n    Two\n    Three\n    Four\n```\n'

/** Returns how far two colours are from each other, as a sum of what their channels differ by. */
function distance(one: string, other: string): number {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
  const others = channels(other)
  return channels(one)
    .slice(0, 3)
    .reduce((sum, channel, index) => sum + Math.abs(channel - (others[index] ?? 0)), 0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every branch of a mind map is seen on the page, ${colorScheme}`, async ({
    markdownPage: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.evaluate((text) => void window.markdown.show(text), mindmap)
    await expect(page.locator('.diagram-drawn')).toBeVisible()
    const fills = await page.locator('img.diagram-picture').evaluate((picture) => {
      const svg = decodeURIComponent((picture as HTMLImageElement).src.replace(/^[^,]*,/, ''))
      const shown = document.createElement('div')
      document.body.append(shown)
      shown.innerHTML = svg
      const nodes = [...shown.querySelectorAll('.mindmap-node')].slice(1)
      return nodes.map((node) => {
        const shape = node.querySelector('path, rect:not(.background)')
        return shape ? getComputedStyle(shape).fill : ''
      })
    })
    const background = await page
      .locator('.diagram-frame')
      .evaluate((frame) => getComputedStyle(frame).backgroundColor)
    expect(new Set(fills).size).toBe(4)
    for (const fill of fills) expect(distance(fill, background), fill).toBeGreaterThan(40)
  })
}
