import { app } from 'electron'
import { updates as updatesFeature } from '../../shared/updates.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { historyPath } from '../storage/paths.ts'
import { copyDatabase } from '../storage/snapshots.ts'
import { announceUpdate, type Announcement } from './announceUpdate.ts'
import { readUpdateChannel, type UpdateChannel } from './updateChannel.ts'
import { createUpdater, type SignedMemory, type Updater } from './updater.ts'
import { createUpdates, type Updates } from './updates.ts'
import { findUpdateSource } from './updateSource.ts'

export interface OpenUpdatesOptions extends Announcement {
  settings: Pick<SettingsStore, 'get' | 'update'>
  isBusy: () => boolean
}

export interface OpenUpdates extends OpenFeature<typeof updatesFeature>, Pick<Updates, 'begin'> {}

/** Opens the updates. Nothing is loaded or asked before `begin`. */
export function openUpdates(context: FeatureContext, options: OpenUpdatesOptions): OpenUpdates {
  const { folder, runtime, log } = context
  const broadcast = context.createBroadcast('updates', updatesFeature)
  const channel = readUpdateChannel()
  const updates = createUpdates({
    source: findUpdateSource({
      runtime: runtime.name,
      isPackaged: app.isPackaged,
      platform: process.platform,
      program: app.getPath('exe'),
      resources: process.resourcesPath,
      environment: process.env,
      hasChannel: channel !== null,
    }),
    loadUpdater: () => loadUpdater(channel, createSignedMemory(options.settings), log),
    isAutomatic: () => options.settings.get().updates.automatic,
    isBusy: options.isBusy,
    copyHistory: () => copyDatabase(historyPath(folder), new Date()),
    onChanged(state) {
      broadcast('changed', state)
      try {
        announceUpdate(state, options)
      } catch (error) {
        log('The update was not announced', error)
      }
    },
    log,
  })
  const handlers = { state: updates.state, check: updates.check, install: updates.install }
  return {
    handlers: () => handlers,
    // A newer version may be what mends a history that does not open.
    needsNoHistory: true,
    begin: updates.begin,
    close: updates.close,
  }
}

function createSignedMemory(settings: OpenUpdatesOptions['settings']): SignedMemory {
  return {
    read: (name) => settings.get().updateMemory.newestSignedAt[name] ?? 0,
    write(name, signedAt) {
      const { updateMemory } = settings.get()
      const newestSignedAt = { ...updateMemory.newestSignedAt, [name]: signedAt }
      settings.update({ updateMemory: { ...updateMemory, newestSignedAt } })
    },
  }
}

async function loadUpdater(
  channel: UpdateChannel | null,
  memory: SignedMemory,
  log: FeatureContext['log'],
): Promise<Updater> {
  if (!channel) throw new Error('This build has no update channel')
  const { default: electronUpdater } = await import('electron-updater')
  const { platform, arch } = process
  return createUpdater(electronUpdater.autoUpdater, { channel, platform, arch, memory, log })
}
