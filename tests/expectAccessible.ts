import { expect } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Expects no violation of WCAG 2.2 A and AA on the present screen. Reads frames of the same origin.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await installAxe(page)
  expect(await page.evaluate(findViolations)).toEqual([])
}

/** Adds axe to the frames that lack it: reading its script takes as long as a check. */
async function installAxe(page: Page): Promise<void> {
  const [top, ...frames] = page.frames()
  await installIn(top!)
  for (const frame of frames) {
    // It may be gone by now, or of another origin, which axe leaves out.
    await installIn(frame).catch(() => undefined)
  }
}

async function installIn(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** Returns each violated rule with the elements that violate it. Runs in the page. */
async function findViolations(): Promise<string[]> {
  // Elements that are still fading in have too little contrast.
  const ending = document.getAnimations().filter(({ effect }) => {
    return effect?.getComputedTiming().endTime !== Infinity
  })
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // Passed elements would be as long as the page.
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
}
