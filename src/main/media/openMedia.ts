import { AppError } from '../../shared/errors.ts'
import { media as mediaFeature } from '../../shared/media/media.ts'
import type { MediaPreferences } from '../../shared/media/mediaPreferences.ts'
import type { SketchEnd } from '../../shared/media/sketch.ts'
import type { DragOut, FeatureContext, OpenFeature, ServedFiles } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { HostRule } from '../network/hostRule.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { ToolBox } from '../tools/tool.ts'
import { patient } from '../storage/waitForLock.ts'
import type { Providers } from '../providers/providers.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { comfyId, createComfyService, findComfy } from './comfy/comfyService.ts'
import { createFalVoices, type FalVoices } from './fal/createFalVoices.ts'
import { falServices, type FalServices } from './fal/falServices.ts'
import { mediaKind } from './jobs/mediaKind.ts'
import { createMeasuring } from './measuring/createMeasuring.ts'
import { measureOld } from './measuring/measureOld.ts'
import { showPreview } from './jobs/showPreview.ts'
import { createMediaInHistory } from './mediaInHistory.ts'
import type { MediaProviderSource } from './mediaProvider.ts'
import { createMediaServices } from './mediaServices.ts'
import { emptyBin, usedMediaFiles } from './outputs/outputs.ts'
import { createPixels, type PixelWorkOptions } from '../pictures/pixels/createPixels.ts'
import { readResult } from './results/readResult.ts'
import { serveMediaFile } from './results/serveMediaFile.ts'
import { createStoreFile } from './results/storeFile.ts'
import { createDrawing } from './tool/createDrawing.ts'
import { pictureTool, type PictureToolOptions } from './tool/pictureTool.ts'
import { createUploadTable } from './uploads/uploadTable.ts'

export interface MediaOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  /** The files of the user and of models: inputs and outputs alike. */
  blobs: Blobs
  /** The services besides fal, in the order in which the page shows their models. */
  sources: readonly MediaProviderSource[]
  providers: Pick<Providers, 'list'>
  secrets: Pick<Secrets, 'get' | 'redact' | 'onChanged'>
  /** The thread that works on pixels, and the codecs that it loads. */
  pixels: PixelWorkOptions
  /** The hosts that results may be fetched from. */
  pages: HostRule
  /** The thread that measures videos and sound, `measureWorker.ts`. */
  measureWorker: string | URL
  /** Asks the user where to save a file of this name. */
  choosePlace: (name: string) => Promise<string | null>
  dragOut: DragOut
  /** Throws if the user's budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
  preferences: () => MediaPreferences
  /** Access to chats and their models for the tool that makes pictures. */
  chats: Pick<PictureToolOptions, 'describe' | 'filesOf'>
}

export interface OpenMedia extends OpenFeature<typeof mediaFeature> {
  files: ServedFiles
  /** The tool with which models that talk have pictures made. */
  toolBox: ToolBox
  /** The voices of fal, for reading aloud. */
  voices: FalVoices
  /** Returns the files that Parley has sent to fal; null for any other provider. */
  uploadsAt: FalServices['uploadsAt']
  /** Goes on with jobs that are under way, once the window is on the screen. */
  begin: () => void
  /** Asks at once about all that is under way, as after the computer has slept. */
  resume: () => void
  /** Ends a live sketch, which costs money as long as it is drawn. */
  stopSketch: (reason: SketchEnd) => Promise<void>
  /** Tells the page that services or keys have changed, and goes on with what waits for them. */
  announceModels: () => void
}

/** The sound of one sentence, or a picture of a stream. */
const maxFileBytes = 64 * 1024 * 1024

/** Opens media: paid requests to models and what came of them, in the history. */
export function openMedia(context: FeatureContext, options: MediaOptions): OpenMedia {
  const { history, log } = context
  const { jobs, blobs, pages, chats, providers, secrets, choosePlace, dragOut, preferences } =
    options
  const broadcast = context.createBroadcast('media', mediaFeature)
  const isSecure = (url: URL): boolean => url.protocol === 'https:' && pages.allowsHost(url)
  const results: HostRule = { ...pages, allowsHost: isSecure, refusal: 'mediaUnusable' }
  const fal = falServices({
    ...{ providers, secrets },
    isDeleting: () => preferences().deleteAtFal,
    fetchFile: (address, signal) =>
      readResult(address, maxFileBytes, { pages: results, signal, folder: blobs.folder }),
    sizeOf: blobs.sizeOf,
    uploads() {
      const opened = current()
      if (opened) return createUploadTable(opened.context.database)
      throw new AppError('databaseLocked', 'The history is not open')
    },
  })
  const comfy = createComfyService({
    workflows() {
      const opened = current()
      if (opened) return opened.workflows
      throw new AppError('databaseLocked', 'The history is not open')
    },
    preview(handleId, { mediaType, bytes }) {
      const opened = current()
      const shown = { providerId: comfyId, handleId, mediaType, bytes }
      if (opened) showPreview(opened.context, shown)
    },
  })
  const services = createMediaServices([...options.sources, () => [comfy], fal.media])
  const measuring = createMeasuring(options.measureWorker)
  const storeFile = createStoreFile({ blobs, pages: results, measure: measuring.measure })
  const pixels = createPixels(options.pixels)
  let isBegun = false
  const current = history.add({
    recover: emptyBin,
    usedFiles: usedMediaFiles,
    open(database) {
      const dependencies = {
        services,
        broadcast,
        start: jobs.start,
        blobs,
        storeFile,
        pixels,
        choosePlace,
        dragOut,
        findComfy: () => findComfy(process.env),
        log,
      }
      const opened = createMediaInHistory(database, {
        ...dependencies,
        askAbove: () => preferences().askAbove,
        assertLeft: options.assertLeft,
      })
      if (isBegun) setImmediate(begin)
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  const resume = (): void => current()?.jobs.resume()
  const begin = (): void => {
    const opened = current()
    if (!opened) return
    opened.jobs.resume()
    measureOld(opened.context, measuring.measure).catch((error: unknown) =>
      log('Earlier videos and sounds were not measured', error),
    )
  }
  jobs.addKind(
    mediaKind(
      () => current()?.context,
      (id) => current()?.jobs.requestCancel(id),
    ),
  )
  const toolBox = pictureTool({
    ...chats,
    drawing() {
      const open = current()
      return open && createDrawing(open, preferences)
    },
  })
  const resumeIfBegun = (): void => {
    if (isBegun) resume()
  }
  const announceModels = (): void => {
    broadcast('modelsChanged', {})
    resumeIfBegun()
  }
  secrets.onChanged(announceModels)
  return {
    toolBox,
    voices: createFalVoices(fal.speakers),
    uploadsAt: fal.uploadsAt,
    handlers: () => current()?.handlers,
    begin() {
      if (isBegun) return
      isBegun = true
      begin()
    },
    resume: resumeIfBegun,
    stopSketch: async (reason) => current()?.sketches.stopAll(reason),
    announceModels,
    close: measuring.close,
    files: {
      place: 'media',
      name: /^[0-9a-f]{64}$/,
      serve: (id, range) => serveMediaFile(blobs, id, range),
    },
  }
}
