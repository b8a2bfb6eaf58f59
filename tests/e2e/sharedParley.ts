import type { Page } from 'playwright'
import { discard, drawn, launch, type Parley } from './launch.ts'

/** A running Parley that the tests of a file share, one after the other. */
export interface SharedParley {
  /** Returns it. Starts it anew where another file or other settings had it. */
  open: (file: string, settings: Record<string, unknown>) => Promise<Parley>
  /** Leaves it as after its start: without chats, queues and drafts. */
  empty: () => Promise<void>
  /** Ends it unless it belongs to this file. */
  leave: (file: string) => Promise<void>
  close: () => Promise<void>
}

export function shareParley(): SharedParley {
  let running: { file: string; settings: string; parley: Parley } | undefined

  async function close(): Promise<void> {
    const ending = running
    running = undefined
    if (ending) await discard(ending.parley)
  }

  return {
    close,
    async open(file, given) {
      const settings = JSON.stringify(given)
      if (running?.file === file && running.settings === settings) return running.parley
      await close()
      running = { file, settings, parley: await launch({ settings: given }) }
      return running.parley
    },
    async empty() {
      if (running) await emptyPage(running.parley.page)
    },
    async leave(file) {
      if (running?.file !== file) await close()
    },
  }
}

/** Removes what a test made, and loads the page again, which forgets the rest. */
async function emptyPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { bridge } = window
    for (let isMore = true; isMore;) {
      const reply = await bridge.call('chat.list', { before: null, limit: 100 })
      if (!reply.ok) throw new Error(reply.error.message)
      const chats = reply.value as { id: string }[]
      for (const { id } of chats) await bridge.call('chat.remove', { id })
      isMore = chats.length > 0
    }
    // The page writes its drafts when it is left, and listens for that since before.
    addEventListener('pagehide', () => localStorage.clear())
  })
  await page.mouse.move(0, 0)
  await page.reload()
  await drawn(page)
}
