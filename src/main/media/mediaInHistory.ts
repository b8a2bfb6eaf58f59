import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import { maxWholeInputBytes } from '../../shared/limits.ts'
import type { media } from '../../shared/media/media.ts'
import type { DragOut, Log } from '../feature.ts'
import type { StartJob } from '../jobs/jobRunner.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/connection.ts'
import { sleepUntil } from '../timeLimit.ts'
import { createStops, type JobContext } from './jobs/jobContext.ts'
import { readLastValues, toPage } from './jobs/jobRow.ts'
import { createJobStates } from './jobs/jobStates.ts'
import { createLaneLimits } from './jobs/laneLimits.ts'
import { createMediaJobs, type MediaJobs } from './jobs/mediaJobs.ts'
import { startOfMonth, sumPrices } from './jobs/spent.ts'
import { createDraft } from './draft.ts'
import { createMasks } from './masks.ts'
import { workflowHandlers } from './comfy/workflowHandlers.ts'
import { createWorkflows, type Workflows } from './comfy/workflows.ts'
import { askMilliseconds, type MediaServices } from './mediaServices.ts'
import { readSettings } from './export/readSettings.ts'
import { saveOutputs } from './export/saveOutputs.ts'
import { outputFileName } from '../../shared/media/outputFileName.ts'
import { readOutput } from './outputs/outputRow.ts'
import { createOutputs } from './outputs/outputs.ts'
import { createSketches, type Sketches } from './sketch/createSketches.ts'
import { sketchHandlers } from './sketch/sketchHandlers.ts'
import { keepSketch, writeSpending } from './sketch/sketchRows.ts'
import type { PixelWork } from '../pictures/pixels/createPixels.ts'
import type { StoreFile } from './results/storeFile.ts'

export interface MediaDependencies {
  services: MediaServices
  broadcast: Broadcast<typeof media>
  start: StartJob
  blobs: Blobs
  storeFile: StoreFile
  pixels: PixelWork
  askAbove: () => number | null
  /** Throws if the user's budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
  /** Returns the address of the ComfyUI that a new workflow is for. */
  findComfy: () => Promise<string>
  /** Asks the user where to save a file of this name. */
  choosePlace: (name: string) => Promise<string | null>
  /** Begins to drag files out of a window. */
  dragOut: DragOut
  log: Log
  now?: () => number
  elapsed?: JobContext['elapsed']
  delay?: JobContext['delay']
}

/** Media on an open history. */
export interface MediaInHistory {
  handlers: FeatureHandlers<typeof media>
  jobs: MediaJobs
  context: JobContext
  workflows: Workflows
  sketches: Sketches
  close: () => void
}

export function createMediaInHistory(
  database: Database,
  {
    start,
    askAbove,
    assertLeft,
    findComfy,
    choosePlace,
    dragOut,
    ...dependencies
  }: MediaDependencies,
): MediaInHistory {
  const { services, broadcast, now = Date.now, delay = sleepUntil } = dependencies
  const { elapsed = () => performance.now() } = dependencies
  const closing = new AbortController()
  const states = createJobStates(database, broadcast, now)
  const limits = createLaneLimits({
    ...{ elapsed, delay, closing: closing.signal },
    onRaised: () => jobs.pump(),
  })
  const context: JobContext = {
    ...dependencies,
    ...{ database, states, limits, now, elapsed, delay, closing: closing.signal },
    stops: createStops(),
    posting: new Set(),
    held: new Map(),
  }
  const jobs = createMediaJobs(context, { start, askAbove, assertLeft, blobs: dependencies.blobs })
  const outputs = createOutputs(database, broadcast, now)
  const masks = createMasks(database, now)
  const draft = createDraft(database, { blobs: dependencies.blobs, log: dependencies.log, now })
  const workflows = createWorkflows(database, now)
  const rows = { ...dependencies, database, now, closing: closing.signal }
  const sketches = createSketches({
    ...{ services, askAbove, assertLeft, delay },
    spend: (spending) => writeSpending(rows, spending),
    keep: (made) => keepSketch(rows, made),
  })

  return {
    jobs,
    context,
    workflows,
    sketches,
    handlers: {
      models: ({ refresh }) => services.models(refresh),
      async form(model) {
        const provider = await services.find(model.providerId)
        const fields = await provider.form(model.modelId, AbortSignal.timeout(askMilliseconds))
        return { fields: [...fields], values: readLastValues(database, model) }
      },
      estimate: async ({ providerId, ...request }) => ({
        price: await services.estimate(providerId, request),
      }),
      check: async ({ values, ...model }) => ({ errors: await jobs.check(model, values) }),
      create: (asked) => jobs.create(asked),
      cancel: ({ id }) => jobs.cancel(id),
      submitAgain: ({ id }) => jobs.submitAgain(id),
      lookAgain: ({ id }) => jobs.lookAgain(id),
      discard: ({ id }) => jobs.discard(id),
      forget: nothingAfter(({ id }) => jobs.forget(id)),
      openJobs: () => states.open().map(toPage),
      job: ({ id }) => toPage(states.read(id)),
      outputs: (query) => outputs.page(query),
      output: ({ id }) => outputs.details(id),
      favourite: nothingAfter(({ ids, favourite }) => outputs.favourite(ids, favourite)),
      remove: nothingAfter(({ ids }) => outputs.remove(ids)),
      restore: nothingAfter(({ ids }) => outputs.restore(ids)),
      erase: nothingAfter(({ ids }) => outputs.erase(ids)),
      async save({ ids, as }) {
        const saved = ids.map((id) => {
          const output = readOutput(database, id)
          return { output, job: toPage(states.read(output.jobId)) }
        })
        return saveOutputs(saved, as, { blobs: dependencies.blobs, choosePlace })
      },
      async drag({ ids }, { windowId }) {
        const { blobs } = dependencies
        const dragged = ids.map((id) => readOutput(database, id))
        const files = dragged.map((output) => ({
          path: blobs.path(output.fileId),
          name: outputFileName(output),
        }))
        return { dragging: await dragOut(windowId, files) }
      },
      async readSettings({ fileId }) {
        const { blobs } = dependencies
        // No picture is that large, and a video carries none.
        if (blobs.sizeOf(fileId) > maxWholeInputBytes) return { settings: null }
        return { settings: readSettings(await blobs.read(fileId)) }
      },
      spent: () => sumPrices(database, startOfMonth()),
      mask: ({ fileId }) => ({ strokes: masks.read(fileId) }),
      saveMask: nothingAfter(({ fileId, strokes }) => masks.save(fileId, strokes)),
      draft: () => ({ draft: draft.read() }),
      saveDraft: nothingAfter((asked) => draft.save(asked.draft)),
      ...workflowHandlers(workflows, { broadcast, findComfy }),
      ...sketchHandlers(sketches),
    },
    close() {
      void sketches.stopAll('closed')
      closing.abort()
    },
  }
}

function nothingAfter<Input>(
  work: (input: Input) => void,
): (input: Input) => Record<string, never> {
  return (input) => {
    work(input)
    return {}
  }
}
