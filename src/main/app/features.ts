import { join } from 'node:path'
import { app, clipboard, dialog, shell } from 'electron'
import type { Contract } from '../../shared/ipc/contract.ts'
import { matchLocale, type Locale } from '../../shared/languages.ts'
import { openAssistantProfiles } from '../assistantProfiles/openAssistantProfiles.ts'
import { openAttachments } from '../attachments/openAttachments.ts'
import { openBatches, type OpenBatches } from '../batches/openBatches.ts'
import { openChat, type OpenChat } from '../chat/openChat.ts'
import { openCompletions } from '../completions/openCompletions.ts'
import { openDictation, type DictationWindow } from '../dictation/openDictation.ts'
import { openFineTuning, type OpenFineTuning } from '../fineTuning/openFineTuning.ts'
import type { FeatureContext, Log, OpenFeature, ServedFiles } from '../feature.ts'
import { createBroadcast } from '../ipc/broadcast.ts'
import { openFolders } from '../folders/openFolders.ts'
import { openJobs } from '../jobs/openJobs.ts'
import { openKnowledge } from '../knowledge/openKnowledge.ts'
import { openMcp } from '../mcp/openMcp.ts'
import { openAiImageServices } from '../media/openAiImages/openAiImageServices.ts'
import { bedrockImageServices } from '../media/bedrockImages/bedrockImageServices.ts'
import { localMediaServices } from '../media/localMediaServices.ts'
import { openMedia } from '../media/openMedia.ts'
import { openPluginFrames } from '../plugins/frames/openPluginFrames.ts'
import { sendPageRequest } from '../plugins/frames/sendPageRequest.ts'
import { publicHosts } from '../network/hostRule.ts'
import { openPlugins } from '../plugins/openPlugins.ts'
import { openPreviews } from '../previews/openPreviews.ts'
import { openPrompts } from '../prompts/openPrompts.ts'
import { openProviders } from '../providers/openProviders.ts'
import { openRealtime } from '../realtime/openRealtime.ts'
import { openSecrets } from '../secrets/openSecrets.ts'
import { openServiceFiles } from '../serviceFiles/openServiceFiles.ts'
import { openUploads } from '../serviceFiles/openUploads.ts'
import { openSettings } from '../settings/openSettings.ts'
import type { Runtime } from '../runtime.ts'
import { rememberModel } from '../settings/rememberModel.ts'
import { openSpeech } from '../speech/openSpeech.ts'
import { openSpending } from '../spending/openSpending.ts'
import { builtInTools } from '../tools/builtInTools.ts'
import { joinToolBoxes } from '../tools/joinToolBoxes.ts'
import { openTools } from '../tools/openTools.ts'
import type { Announcement } from '../updates/announceUpdate.ts'
import { openUpdates } from '../updates/openUpdates.ts'
import { openVoices } from '../voices/openVoices.ts'
import { choosePaths, choosePlace } from './choosePaths.ts'
import { createConfirm } from './confirm.ts'
import { createDragOut } from './dragOut.ts'
import { createDroppedPaths } from './droppedPaths.ts'
import { createHistory } from './history.ts'
import { createSampler } from './createSampler.ts'
import { createLog } from './log.ts'
import { migrations } from './migrations.ts'
import { openFile } from './openFile.ts'
import { openLink } from './openLink.ts'
import { ownOrigin } from './window/pageAddress.ts'
import { startDrag } from './startDrag.ts'
import { rebuildInThread } from './rebuildInThread.ts'
// oxlint-disable import/default -- electron-vite gives the path of what it builds of the file
import assistantFileWorker from '../assistantProfiles/files/assistantFileWorker.ts?modulePath'
import documentWorker from '../knowledge/reading/documentWorker.ts?modulePath'
import promptFileWorker from '../prompts/files/promptFileWorker.ts?modulePath'
import setWorker from '../fineTuning/set/setWorker.ts?modulePath'
import folderWorker from '../knowledge/sources/folderWorker.ts?modulePath'
import knowledgeWorker from '../knowledge/store/knowledgeWorker.ts?modulePath'
import measureWorker from '../media/measuring/measureWorker.ts?modulePath'
import workbookWorker from '../batches/reading/workbook/workbookWorker.ts?modulePath'
import openApiWorker from '../plugins/openapi/openApiWorker.ts?modulePath'
import schemaWorker from '../plugins/validation/schemaWorker.ts?modulePath'
import pixelsWorker from '../pictures/pixels/pixelsWorker.ts?modulePath'
import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?asset'
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?asset'
import pngDecoder from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm?asset'
import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?asset'
import pdfium from '@hyzyla/pdfium/pdfium.wasm?asset'
import rebuildWorker from './rebuildWorker.ts?modulePath'
import calculateWorker from '../tools/calculateWorker.ts?modulePath'
import readPageWorker from '../tools/readPageWorker.ts?modulePath'

/** All features except `app`, by the names that the page uses. */
export type FeatureSet = {
  [Name in Exclude<keyof Contract, 'app'>]: OpenFeature<Contract[Name]>
}

export interface FeaturesOptions {
  folder: string
  runtime: Runtime
  onSettingsChanged: () => void
  dictationWindow: DictationWindow
  isMicrophoneOpen: () => boolean
  announcement: Pick<Announcement, 'isFocused' | 'notify'>
}

export type Features = ReturnType<typeof openFeatures>

/**
 * Opens every feature, in the order of their dependencies. Only the settings are read yet; nothing
 * is asked or sent, and the history is closed.
 */
export function openFeatures(options: FeaturesOptions) {
  const { folder, runtime, onSettingsChanged, dictationWindow } = options
  const secrets = openSecrets({ createBroadcast })
  const log: Log = createLog(join(folder, 'logs', 'parley.log'), secrets.redact)
  const settings = openSettings({ folder, createBroadcast }, onSettingsChanged, (question) =>
    consent(question),
  )
  const systemLocale = (): Locale => matchLocale(app.getPreferredSystemLanguages())
  const locale = (): Locale => {
    const { language } = settings.get()
    return language === 'system' ? systemLocale() : language
  }
  const history = createHistory({
    folder,
    migrations,
    log,
    rebuild: (path, signal) => rebuildInThread(rebuildWorker, path, signal),
  })
  const context: FeatureContext = { folder, runtime, log, createBroadcast, locale, history }

  const consent = createConfirm({
    locale,
    showMessageBox: (options) => dialog.showMessageBox(options),
  })
  const jobs = openJobs(context)
  const uploads = openUploads(context)
  const providers = openProviders(context, {
    jobs,
    secrets,
    settings,
    confirm: consent,
    uploadsOf: uploads.recordFor,
    threadsFor: uploads.threadsFor,
    tuned: (providerId) => fineTuning.tunedModels(providerId),
  })
  const dragOut = createDragOut({
    folder: join(folder, 'dragged'),
    start: runtime.dragsFiles ? startDrag : undefined,
    log,
  })
  const attachments = openAttachments({ ...context, dragOut })
  const spending = openSpending(context, {
    describe: providers.describe,
    hasList: providers.hasList,
    nameOf: providers.nameOf,
    settings,
    onPriceChanged: providers.announceModels,
    choosePlace,
  })
  const droppedPaths = createDroppedPaths()
  const knowledge = openKnowledge(context, {
    jobs,
    providers,
    attachments,
    secrets,
    teamAddress: () => settings.get().knowledge.teamAddress,
    readChat: (conversationId) => chat.reading().chatText(conversationId),
    choose: choosePaths,
    choosePlace,
    consent,
    mayRead: droppedPaths.has,
    openFile,
    openLink,
    pages: publicHosts,
    workers: { knowledge: knowledgeWorker, folder: folderWorker, document: documentWorker },
    pdfium,
  })
  const serviceFiles = openServiceFiles(context, {
    uploads,
    lookup: providers.lookup,
    addressOf: providers.addressOf,
    eachKey: providers.eachKey,
    baseFiles: knowledge.filesAt,
    baseStores: knowledge.storesAt,
    batchInputs: () => batches.inputsInUse(),
    recordedFiles: (providerId) => media.uploadsAt(providerId),
    nameOf: providers.nameOf,
    consent,
  })
  const media = openMedia(context, {
    jobs,
    blobs: attachments.blobs,
    measureWorker,
    pixels: {
      entry: pixelsWorker,
      codecs: { png: pngDecoder, jpeg: jpegDecoder, webp: webpDecoder, jpegEncoder },
    },
    sources: [
      openAiImageServices(providers),
      bedrockImageServices(providers),
      localMediaServices(process.env),
    ],
    pages: publicHosts,
    choosePlace,
    dragOut,
    assertLeft: spending.assertLeft,
    preferences: () => settings.get().media,
    chats: {
      describe: providers.describe,
      filesOf: (...given) => chat.reading().filesOf(...given),
    },
    providers,
    secrets,
  })
  const mcp = openMcp(context, {
    openLink,
    secrets,
    sampler: createSampler({ providers, model: () => settings.get().recentModels[0] }),
  })
  const voices = openVoices(context, { secrets, settings, providers, fal: media.voices })
  const realtime = openRealtime({
    settings,
    providers,
    assertLeft: spending.assertLeft,
    tools: (...given) => chat.spokenTools(...given),
  })
  const speech = openSpeech(context, {
    providers,
    preferences: () => settings.get().speech,
    redact: secrets.redact,
  })
  const tools = openTools(context, {
    list: (...given) => toolBox.list(...given),
    describe: providers.describe,
  })
  const plugins = openPlugins(context, {
    secrets,
    servers: mcp,
    openApiWorker,
    schemaWorker,
    consent,
    onRemoved: tools.forgetPlugin,
    storeFile: attachments.store,
  })
  const toolBox = joinToolBoxes(
    [
      builtInTools({
        preferences: () => settings.get().tools,
        describe: providers.describe,
        dependencies: {
          searchChats: (...given) => chat.reading().searchChats(...given),
          readText: (...given) => chat.reading().readText(...given),
          pages: publicHosts,
          workers: { readPage: readPageWorker, calculate: calculateWorker },
        },
      }),
      plugins.toolBox,
      media.toolBox,
      knowledge.asking.toolBox,
    ],
    log,
  )
  const assistantProfiles = openAssistantProfiles(context, {
    lookup: providers.lookup,
    fileWorker: assistantFileWorker,
    services: () =>
      settings
        .get()
        .providers.map(({ id, presetId }) => ({ providerId: id, service: presetId ?? id })),
  })
  const prompts = openPrompts(context, {
    fileWorker: promptFileWorker,
    consent,
    readClipboard: () => clipboard.readText(),
  })
  const chat: OpenChat = openChat(context, {
    lookup: providers.lookup,
    attachments,
    readDocument: knowledge.readDocument,
    describe: providers.describe,
    asking: knowledge.asking,
    tools: toolBox,
    instructions: (conversationId) =>
      joinInstructions([
        assistantProfiles.setup(conversationId).instructions,
        plugins.instructions(conversationId),
      ]),
    parameters: assistantProfiles.setup,
    onCreated(conversationId) {
      plugins.beginChat(conversationId)
      assistantProfiles.beginChat(conversationId)
    },
    copiers: [plugins.copier, assistantProfiles.copier],
    effort: () => settings.get().reasoningEffort,
    onUsed: (model) => rememberModel(settings, model),
    onGranted: tools.announceGrants,
    onSpent: spending.priceSoon,
    beginPaid: spending.begin,
    consent,
  })
  const folders = openFolders(context, { announceChats: chat.announce })
  const batches: OpenBatches = openBatches(context, {
    ...{ jobs, providers, choose: choosePaths, choosePlace },
    workbookEntry: workbookWorker,
  })
  const completions = openCompletions(context, {
    providers,
    refusedChats: () => chat.reading().refusedChats(),
    onSpent: spending.priceSoon,
    beginPaid: spending.begin,
  })
  const fineTuning: OpenFineTuning = openFineTuning(context, {
    jobs,
    providers,
    uploadsOf: uploads.recordFor,
    blobs: attachments.blobs,
    setWorker,
    choose: choosePaths,
    choosePlace,
    exampleOf: (messageId) => chat.reading().exampleOf(messageId),
  })
  const pluginFrames = openPluginFrames(context, {
    plugins: plugins.pages,
    calls: chat.shownCalls,
    send: sendPageRequest,
    questions: mcp.viewQuestions,
    choosePlace,
    appOrigin: ownOrigin,
  })
  const previews = openPreviews(context, {
    appOrigin: ownOrigin,
    consent,
    openPath: (path) => shell.openPath(path),
  })
  const dictation = openDictation(context, {
    settings,
    providers,
    speech,
    keychainAvailable: secrets.keychainAvailable,
    window: dictationWindow,
  })
  const updates = openUpdates(context, {
    ...options.announcement,
    settings,
    isBusy: () =>
      chat.isAnswering() ||
      jobs.isBusy() ||
      options.isMicrophoneOpen() ||
      !['idle', 'done', 'failed'].includes(dictation.session.state().state),
  })
  const features = {
    jobs,
    secrets,
    settings,
    providers,
    attachments,
    spending,
    knowledge,
    serviceFiles,
    mcp,
    media,
    voices,
    realtime,
    speech,
    plugins,
    pluginContent: plugins.content,
    tools,
    assistantProfiles,
    prompts,
    chat,
    folders,
    batches,
    fineTuning,
    completions,
    pluginFrames,
    previews,
    dictation,
    updates,
  } satisfies FeatureSet
  return { folder, runtime, log, systemLocale, locale, history, features, droppedPaths }
}

/** Joins the instructions of a request; null if there are none. */
function joinInstructions(texts: readonly (string | null)[]): string | null {
  return texts.filter((text) => text !== null && text.trim() !== '').join('\n\n') || null
}

/** Closes the features in reverse order. A failure does not keep the others open. */
export async function closeFeatures({ features, log }: Pick<Features, 'features' | 'log'>) {
  const opened: [string, OpenFeature<Record<never, never>>][] = Object.entries(features)
  for (const [name, feature] of opened.toReversed()) {
    try {
      await feature.close?.()
    } catch (error) {
      log(`${name} did not end in order`, error)
    }
  }
}

/** Returns the features' handlers for addresses of Parley's own scheme. */
export function servedFiles({ features }: Pick<Features, 'features'>): ServedFiles[] {
  return Object.values(features).flatMap((feature) => ('files' in feature ? [feature.files] : []))
}
