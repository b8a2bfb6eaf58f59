import { rmSync } from 'node:fs'
import { launch } from '../../e2e/launch.ts'
import type { Report } from '../row.ts'
import { reportScripts, scriptsBeforePaint } from '../scriptsBeforePaint.ts'

/** Measures the scripts that the app loads before it shows anything. */
export async function measureScripts(report: Report): Promise<void> {
  const app = await launch({ settings: {} })
  try {
    await app.composer.waitFor()
    reportScripts(report, await scriptsBeforePaint(app.page))
  } finally {
    await app.close()
    rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
