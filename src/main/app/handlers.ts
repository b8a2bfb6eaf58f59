import { app, shell } from 'electron'
import type { Info } from '../../shared/app.ts'
import { toWire } from '../../shared/errors.ts'
import type { Contract } from '../../shared/ipc/contract.ts'
import type { Handlers } from '../../shared/ipc/define.ts'
import { azureSpeechId } from '../../shared/voices.ts'
import { createAttachmentsHandlers } from '../attachments/handlers.ts'
import type { Dictation } from '../dictation/dictation.ts'
import { createDictationHandlers } from '../dictation/handlers.ts'
import { createProvidersHandlers } from '../providers/handlers.ts'
import { createRealtimeHandlers } from '../realtime/handlers.ts'
import { createSecretsHandlers } from '../secrets/handlers.ts'
import type { KeyOwner } from '../secrets/handlers.ts'
import { createSettingsHandlers } from '../settings/handlers.ts'
import { createVoicesHandlers } from '../voices/handlers.ts'
import { createAppHandlers } from './appHandlers.ts'
import type { MicrophoneUse } from './microphoneUse.ts'
import { openLink } from './openLink.ts'
import type { Services } from './services.ts'

/**
 * All that the page can ask for: the complete attack surface. Without a history only `app`
 * answers, so that nothing is changed which the history would have to know of.
 */
export function createHandlers(
  services: Services,
  dictation: Dictation,
  microphone: MicrophoneUse,
  reopen: () => void,
): Partial<Handlers<Contract>> {
  const { history, providers, secrets, settings, folder } = services
  const appHandlers = createAppHandlers({
    info: () => describe(services),
    openExternal: openLink,
    fetchImage: services.remoteImages.fetch,
    showDataFolder: async () => void (await shell.openPath(folder)),
    repairHistory() {
      history.repair()
      reopen()
    },
    restart() {
      history.open()
      reopen()
    },
    quit: () => app.quit(),
    useMicrophone: microphone.use,
  })
  const settingsHandlers = createSettingsHandlers(settings)
  const chat = history.handlers()
  const speech = history.speech()
  if (!chat || !speech) return { app: appHandlers, settings: settingsHandlers }
  return {
    app: appHandlers,
    attachments: createAttachmentsHandlers(services.attachments),
    chat,
    dictation: createDictationHandlers(dictation),
    providers: createProvidersHandlers(providers),
    realtime: createRealtimeHandlers(services.realtime),
    secrets: createSecretsHandlers(secrets, keyOwner(services)),
    settings: settingsHandlers,
    speech: {
      ...speech.handlers,
      finish(input, caller) {
        const finishing = Promise.resolve(speech.handlers.finish(input, caller))
        dictation.session.follow(input.id, finishing)
        return finishing
      },
    },
    voices: createVoicesHandlers(services.voices),
  }
}

/** Whose key an id names: a provider's, or that of Azure Speech, which is none. */
function keyOwner({ providers, voices }: Services): KeyOwner {
  const ownerOf = (id: string): KeyOwner => (id === azureSpeechId ? voices : providers)
  return {
    keyOrigin: (id, keyId) => ownerOf(id).keyOrigin(id, keyId),
    removeKey: (id, keyId) => ownerOf(id).removeKey(id, keyId),
  }
}

function describe({ history, settings, folder, systemLocale }: Services): Info {
  const fatal = history.fatal()
  return {
    version: app.getVersion(),
    runtime: process.versions['chromiumHost'] ? 'chromium-host' : 'electron',
    platform: knownPlatform(process.platform),
    systemLocale: systemLocale(),
    dataFolder: folder,
    fatal: fatal && toWire(fatal),
    notices: [...settings.notices, ...history.notices()].map(toWire),
  }
}

function knownPlatform(platform: NodeJS.Platform): Info['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
