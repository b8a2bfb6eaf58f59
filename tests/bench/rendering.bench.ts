import { join } from 'node:path'
import type { Bench, BenchOptions, Report } from './row.ts'
import { measureHeap } from './rendering/measureHeap.ts'
import { measureHostile } from './rendering/measureHostile.ts'
import { measureList } from './rendering/measureList.ts'
import { measureTyping } from './rendering/measureTyping.ts'
import { measureScripts } from './rendering/measureScripts.ts'
import { measureUpdates } from './rendering/measureUpdates.ts'
import { measureWorst } from './rendering/measureWorst.ts'
import { servePage } from './rendering/pageServer.ts'
import { installRivals } from './rivals/installRivals.ts'
import { launchStageBrowser } from './rendering/stagePage.ts'
import type { StageBrowser } from './rendering/stagePage.ts'

type Part = (browser: StageBrowser, report: Report, options: BenchOptions) => Promise<void>

const parts: Record<string, Part> = {
  updates: measureUpdates,
  typing: measureTyping,
  worst: measureWorst,
  heap: measureHeap,
  hostile: measureHostile,
  list: (_browser, report, options) => measureList(report, options),
  scripts: (_browser, report) => measureScripts(report),
}

/** Compares Parley's Markdown with other renderers, interleaved in one browser. */
export const run: Bench = async (report, options) => {
  const unknown = options.only.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`,
    )
  }
  await installRivals('renderers')
  const server = await servePage(join(import.meta.dirname, 'rendering/page'))
  try {
    if (options.serve) return await untilStopped(`${server.address}?controls`)
    for (const [name, measure] of Object.entries(parts)) {
      if (options.only.length > 0 && !options.only.includes(name)) continue
      console.log(`  … ${name}`)
      const browser = await launchStageBrowser(server.address)
      try {
        await measure(browser, report, options)
      } finally {
        await browser.close()
      }
    }
  } finally {
    await server.close()
  }
}

async function untilStopped(address: string): Promise<void> {
  console.log(`  ${address} (Ctrl+C ends)`)
  await new Promise((resolve) => process.once('SIGINT', resolve))
}
