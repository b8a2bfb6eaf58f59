import { join } from 'node:path'
import { app, dialog } from 'electron'
import { matchLocale, type Locale } from '../../shared/languages.ts'
import { providers as providersFeature } from '../../shared/providers.ts'
import { secrets as secretsFeature } from '../../shared/secrets.ts'
import { settings as settingsFeature } from '../../shared/settings.ts'
import { chat as chatFeature } from '../../shared/chat.ts'
import { createBroadcast } from '../ipc/broadcast.ts'
import { createGuide, guideId } from '../providers/guide/guide.ts'
import { createProviders, type Providers } from '../providers/registry.ts'
import { createAttachments, type Attachments } from '../attachments/attachments.ts'
import { createKeychain } from '../secrets/keychain.ts'
import { createSecrets, type Secrets } from '../secrets/secrets.ts'
import { openStore } from '../settings/openStore.ts'
import { createSettings, type SettingsStore } from '../settings/settingsStore.ts'
import { createBlobs, type Blobs } from '../storage/blobs.ts'
import { speech as speechFeature } from '../../shared/speech.ts'
import { createRecordingFiles } from '../speech/recordings/recordingFiles.ts'
import type { RecordingFiles } from '../speech/recordings/recordingFiles.ts'
import { createOpenSpeech } from '../speech/openSpeech.ts'
import { createEngines } from '../speech/transcription/engines.ts'
import { createTransport } from '../providers/transport.ts'
import { createAudioCache } from '../voices/audioCache.ts'
import { createVoices, type Voices } from '../voices/voices.ts'
import { createRealtime, type Realtime } from '../realtime/realtime.ts'
import { rememberModel } from '../settings/rememberModel.ts'
import { createConfirm } from './confirm.ts'
import { readManual } from './guideManual.ts'
import { createHistory, type History } from './history.ts'
import { createLog, type Log } from './log.ts'
import { createRemoteImages, type RemoteImages } from './remoteImages.ts'

export interface Services {
  folder: string
  log: Log
  secrets: Secrets
  settings: SettingsStore
  providers: Providers
  history: History
  blobs: Blobs
  attachments: Attachments
  remoteImages: RemoteImages
  recordingFiles: RecordingFiles
  voices: Voices
  realtime: Realtime
  systemLocale: () => Locale
  /** The interface's language: the user's choice, or the system's. */
  locale: () => Locale
}

/** Wires every feature to what it needs. Nothing is opened, asked or sent yet but the settings. */
export function createServices(folder: string, onPreferences: () => void): Services {
  const secrets = createSecrets({
    keychain: createKeychain(),
    broadcast: createBroadcast('secrets', secretsFeature),
  })
  const log = createLog(join(folder, 'logs', 'parley.log'), secrets.redact)
  const broadcastSettings = createBroadcast('settings', settingsFeature)
  const settings = createSettings({
    folder,
    openStore,
    broadcast: (name, payload) => {
      onPreferences()
      broadcastSettings(name, payload)
    },
  })
  const systemLocale = (): Locale => matchLocale(app.getPreferredSystemLanguages())
  const locale = (): Locale => {
    const { language } = settings.get()
    return language === 'system' ? systemLocale() : language
  }
  const providers = createProviders({
    settings,
    secrets,
    broadcast: createBroadcast('providers', providersFeature),
    guide: createGuide({ locale, readManual }),
    confirm: createConfirm({ locale, showMessageBox: (options) => dialog.showMessageBox(options) }),
    log,
  })
  const voices = createVoices({
    cache: createAudioCache(join(folder, 'voices')),
    lookup: providers.lookup,
    providers: providers.list,
    secrets,
    preferences: () => settings.get().voices,
    fetch: createTransport({ proxyEnvironment: process.env }),
    azureBaseUrl: process.env['PARLEY_AZURE_SPEECH_URL'],
  })
  const realtime = createRealtime({
    providers: providers.list,
    lookup: providers.lookup,
    preferences: () => settings.get().realtime,
    language: () => settings.get().speech.language,
  })
  const blobs = createBlobs(join(folder, 'files'))
  const attachments = createAttachments(blobs)
  const recordingFiles = createRecordingFiles(join(folder, 'recordings'))
  const broadcastSpeech = createBroadcast('speech', speechFeature)
  const preferences = () => settings.get().speech
  const engines = createEngines({
    providers: providers.list,
    lookup: providers.lookup,
    fetch: createTransport(),
    redact: secrets.redact,
    servers: () => preferences().servers,
    broadcast: broadcastSpeech,
  })
  const openSpeech = createOpenSpeech({
    files: recordingFiles,
    engines,
    preferences,
    locale,
    broadcast: broadcastSpeech,
    log,
  })
  const history = createHistory({
    folder,
    blobs,
    attachments,
    effort: () => settings.get().reasoningEffort,
    onUsed: (model) => rememberModel(settings, model),
    lookup: providers.lookup,
    writesTitles: (providerId) => providerId !== guideId,
    broadcast: createBroadcast('chat', chatFeature),
    openSpeech,
    log,
  })
  return {
    folder,
    log,
    secrets,
    settings,
    providers,
    history,
    blobs,
    attachments,
    remoteImages: createRemoteImages(),
    recordingFiles,
    voices,
    realtime,
    systemLocale,
    locale,
  }
}
