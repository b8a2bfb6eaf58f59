import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { root } from '../e2e/launch.ts'
import type { Report } from './row.ts'

const maxScriptKilobytes = 240

/** Returns the kilobytes of all scripts that the page asked for before it was drawn. */
export async function scriptsBeforePaint(page: Page): Promise<number> {
  const paths = await page.evaluate(() => {
    const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? Infinity
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return resources
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= drawn)
      .map(({ name }) => new URL(name).pathname)
  })
  const sizes = paths.map((path) => gzipSync(readFileSync(join(root, 'out/renderer', path))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

export function reportScripts(report: Report, kilobytes: number): void {
  report({
    name: 'scripts before the page is drawn, gzipped',
    unit: 'kB',
    samples: [kilobytes],
    aim: { most: maxScriptKilobytes },
  })
}
