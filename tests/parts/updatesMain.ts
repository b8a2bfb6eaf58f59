import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createRegistry } from '../../src/main/ipc/registry.ts'
import { createService, type Asking } from '../../src/main/ipc/service.ts'
import { createSettingsHandlers } from '../../src/main/settings/handlers.ts'
import { createSettings } from '../../src/main/settings/settingsStore.ts'
import { createUpdates } from '../../src/main/updates/updates.ts'
import type { Reply } from '../../src/shared/ipc/wire.ts'
import type { Locale } from '../../src/shared/languages.ts'
import { settings as settingsFeature } from '../../src/shared/settings.ts'
import { updates as updatesFeature } from '../../src/shared/updates.ts'
import { openUpdater } from '../main/updates/updateServer.ts'
import type { UpdatesTestWindow } from './page/updates.tsx'

type Call = UpdatesTestWindow['callMain']

/** The function that answers the page now. A page is used by one test after another. */
const calls = new WeakMap<Page, Call>()

export interface UpdatesMain {
  settings: ReturnType<typeof createSettings>
  close: () => void
}

/**
 * Answers the page as main does: its updates, with electron-updater on a server, and its settings.
 * Nothing can be installed: the copy of the history, which comes first, fails.
 */
export async function openUpdatesMain(
  page: Page,
  server: Server,
  { isBusy, language }: { isBusy: () => boolean; language: Locale },
): Promise<UpdatesMain> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-updates-'))
  const send = (name: string, payload: unknown): void => {
    const receive = ([event, value]: [string, unknown]): void =>
      (window as unknown as UpdatesTestWindow).receive(event, value)
    // The page may be on its way out.
    page.evaluate(receive, [name, payload] as [string, unknown]).catch(() => undefined)
  }
  const settings = createSettings({
    folder,
    openStore: () => ({ write: () => undefined }),
    broadcast: (name, payload) => send(`settings.${name}`, payload),
  })
  settings.update({ language })
  const updates = createUpdates({
    source: 'channel',
    loadUpdater: () => Promise.resolve(openUpdater(server, folder, { waitMs: 30_000 })),
    isAutomatic: () => settings.get().updates.automatic,
    isBusy,
    copyHistory: () => Promise.reject(new Error('Nothing is installed here')),
    onChanged: (state) => send('updates.changed', state),
    log: () => undefined,
  })
  const registry = createRegistry(
    { updates: updatesFeature, settings: settingsFeature },
    {
      updates: { state: updates.state, check: updates.check, install: updates.install },
      settings: createSettingsHandlers(settings, () => Promise.resolve(true)),
    },
  )
  const service = createService({
    registry: () => registry,
    isOwnPage: () => true,
    onUnexpected: () => undefined,
  })
  const asking = { sender: { id: 1 }, senderFrame: { parent: null, url: '' } } as Asking
  const call: Call = (name, input) => service.call(asking, name, input)
  const isKnown = calls.has(page)
  calls.set(page, call)
  if (!isKnown)
    await page.exposeFunction('callMain', (...given: Parameters<Call>) => answer(page, given))
  return {
    settings,
    close() {
      updates.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answer(page: Page, given: Parameters<Call>): Promise<Reply> {
  const call = calls.get(page)
  if (!call) throw new Error('There is no main')
  return call(...given)
}
