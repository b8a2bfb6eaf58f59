import { app, shell } from 'electron'
import type { Info } from '../../shared/app.ts'
import { toWire } from '../../shared/errors.ts'
import type { Contract } from '../../shared/ipc/contract.ts'
import type { Handlers } from '../../shared/ipc/define.ts'
import { createAppHandlers } from './appHandlers.ts'
import type { Features } from './features.ts'
import type { MicrophoneUse } from './microphoneUse.ts'
import type { Openings } from './openings/openings.ts'
import { openLink } from './openLink.ts'
import type { RemoteImages } from './window/remoteImages.ts'

export interface HandlersOptions {
  opened: Features
  microphone: MicrophoneUse
  remoteImages: RemoteImages
  openings: Openings
  /** Called when the history was opened again, could not be, or was closed for a repair. */
  onReopened: () => void
  /** Called when a page is drawn and idle. */
  onSettled: () => void
}

/**
 * Returns a handler for every method that the page can call: the whole attack surface. Without a
 * history only handlers that need none answer, so that nothing changes behind the history's back.
 */
export function createHandlers(options: HandlersOptions): Partial<Handlers<Contract>> {
  const { opened, microphone, remoteImages, openings, onReopened, onSettled } = options
  const { folder, history, features } = opened
  const answering = Object.entries(features)
    .filter(([, feature]) => history.isOpen() || 'needsNoHistory' in feature)
    .map(([name, feature]) => [name, feature.handlers()])
  return {
    ...(Object.fromEntries(answering) as Partial<Handlers<Contract>>),
    app: createAppHandlers({
      info: () => describe(opened),
      openExternal: openLink,
      fetchImage: remoteImages.fetch,
      showDataFolder: async () => void (await shell.openPath(folder)),
      startAtLogin: async () => (await loadStartAtLogin()).readStartAtLogin(opened.runtime),
      setStartAtLogin: async (enabled) =>
        (await loadStartAtLogin()).setStartAtLogin(enabled, opened.runtime),
      async repairHistory() {
        const isFirst = !history.isRepairing()
        const wasOpen = history.isOpen()
        const repaired = history.repair()
        // The page would go on with a history that is closed now.
        if (wasOpen) onReopened()
        await repaired
        if (isFirst) onReopened()
      },
      restart() {
        history.open()
        onReopened()
      },
      quit: () => app.quit(),
      settled: onSettled,
      followOpenings: openings.follow,
      useMicrophone: microphone.use,
    }),
  }
}

const loadStartAtLogin = () => import('./startAtLogin/startAtLogin.ts')

function describe({ history, features, folder, runtime, systemLocale }: Features): Info {
  const fatal = history.fatal()
  const { notices } = features.settings
  return {
    version: app.getVersion(),
    runtime: runtime.name,
    platform: knownPlatform(process.platform),
    systemLocale: systemLocale(),
    dataFolder: folder,
    fatal: fatal && toWire(fatal),
    isRepairing: history.isRepairing(),
    notices: [...notices, ...history.notices()].map(toWire),
  }
}

function knownPlatform(platform: NodeJS.Platform): Info['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
