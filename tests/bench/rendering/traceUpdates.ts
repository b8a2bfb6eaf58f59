import { charactersPerToken } from './documents.ts'
import type { StageBrowser, StagePage } from './stagePage.ts'
import { traceMainThread } from './trace.ts'
import type { MainThreadWork } from './trace.ts'

export const marks = { update: 'update', end: 'updates end' }
const tokensPerSecond = 200
const framesPerSecond = 60

/** The characters that arrive in one frame. */
export const charactersPerUpdate = Math.ceil(
  (tokensPerSecond * charactersPerToken) / framesPerSecond,
)

/**
 * Shows a text except its end, streams the end, and returns the main thread's work, including work
 * deferred until afterwards.
 */
export async function traceUpdates(
  browser: StageBrowser,
  { page, remount, collectGarbage }: StagePage,
  text: string,
  updates = Math.ceil(text.length / charactersPerUpdate),
): Promise<MainThreadWork> {
  const from = Math.max(0, text.length - updates * charactersPerUpdate)
  await remount()
  if (from > 0) await page.evaluate((head) => window.stage.show(head), text.slice(0, from))
  await collectGarbage()
  const { work } = await traceMainThread(browser.session, marks, () =>
    page.evaluate(([whole, start, each]) => window.stage.stream(whole, start, each), [
      text,
      from,
      charactersPerUpdate,
    ] as const),
  )
  return work
}
