import { join } from 'node:path'
import type { z } from 'zod'
import { migrations } from '../../../src/main/app/migrations.ts'
import { anyKind } from '../../../src/main/jobs/jobKind.ts'
import { createJobRunner } from '../../../src/main/jobs/jobRunner.ts'
import { mediaKind } from '../../../src/main/media/jobs/mediaKind.ts'
import type { DragOut } from '../../../src/main/feature.ts'
import type { NewMediaJob } from '../../../src/main/media/jobs/mediaJobs.ts'
import { createMediaInHistory } from '../../../src/main/media/mediaInHistory.ts'
import type { MediaProvider } from '../../../src/main/media/mediaProvider.ts'
import { createMediaServices } from '../../../src/main/media/mediaServices.ts'
import { createMeasuring } from '../../../src/main/media/measuring/createMeasuring.ts'
import { createPixels, type PixelWork } from '../../../src/main/pictures/pixels/createPixels.ts'
import { createStoreFile } from '../../../src/main/media/results/storeFile.ts'
import type { HostRule } from '../../../src/main/network/hostRule.ts'
import { createBlobs, type Blobs } from '../../../src/main/storage/blobs.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { pixelWork } from '../../fakes/pixelWork.ts'
import { media as mediaFeature } from '../../../src/shared/media/media.ts'
import type { MediaJob, MediaState } from '../../../src/shared/media/media.ts'

/** Lets tests reach servers on this machine. */
export const loopback: HostRule = { allowsHost: () => true, allowsAddress: () => true }

export const measureWorker = new URL(
  '../../../src/main/media/measuring/measureWorker.ts',
  import.meta.url,
)

export interface MediaPartsOptions {
  providers: readonly MediaProvider[]
  folder: string
  blobs?: Blobs
  pixels?: PixelWork
  pages?: HostRule
  choosePlace?: (name: string) => Promise<string | null>
  dragOut?: DragOut
  now?: () => number
  /** The time that passes; by default that of the clock. */
  elapsed?: () => number
  /** Runs right after a change of a job is on disk. */
  onJob?: (job: MediaJob) => void
  /** Runs right after a row of an output is on disk. */
  onOutput?: () => void
  askAbove?: number | null
  assertLeft?: () => void
  /** By default no pause takes any time. */
  delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type MediaParts = ReturnType<typeof openMediaParts>

/** Opens media in a folder, with its real database, runner and files, and begins. */
export function openMediaParts(options: MediaPartsOptions) {
  const { providers, folder, pages = loopback } = options
  const database = openDatabase({ path: join(folder, 'history.sqlite'), migrations })
  const blobs = options.blobs ?? createBlobs(join(folder, 'files'))
  const measuring = createMeasuring(measureWorker)
  const told: MediaJob[] = []
  const logs: string[][] = []
  const previews: z.output<typeof mediaFeature.preview.payload>[] = []
  const waiting = new Map<string, (() => void)[]>()
  let isClosed = false
  const runner = createJobRunner({
    database,
    kinds: [
      anyKind(
        mediaKind(
          () => media.context,
          (id) => media.jobs.requestCancel(id),
        ),
      ),
    ],
    onChanged: () => undefined,
    onRemoved: () => undefined,
    log: () => undefined,
  })
  const media = createMediaInHistory(database, {
    services: createMediaServices([() => providers]),
    broadcast(name, payload) {
      if (name === 'preview') previews.push(mediaFeature.preview.payload.parse(payload))
      if (name === 'log') logs.push((payload as { lines: string[] }).lines)
      if (name === 'jobsChanged') {
        told.push(...structuredClone(payload as MediaJob[]))
        for (const job of payload as MediaJob[]) {
          options.onJob?.(job)
          const listeners = waiting.get(job.id) ?? []
          waiting.delete(job.id)
          for (const listener of listeners) listener()
        }
      }
      if (name === 'outputsChanged') options.onOutput?.()
    },
    start: runner.start,
    blobs,
    storeFile: createStoreFile({ blobs, pages, measure: measuring.measure }),
    pixels: options.pixels ?? createPixels(pixelWork),
    askAbove: () => options.askAbove ?? null,
    assertLeft: options.assertLeft ?? (() => undefined),
    findComfy: () => Promise.resolve('http://127.0.0.1:8188'),
    choosePlace: options.choosePlace ?? (() => Promise.resolve(null)),
    dragOut: options.dragOut ?? (() => Promise.resolve(false)),
    log: () => undefined,
    now: options.now ?? Date.now,
    elapsed: options.elapsed ?? options.now ?? Date.now,
    delay: options.delay ?? (() => new Promise(setImmediate)),
  })

  /** Ends it as a kill does: nothing is written afterwards. */
  function crash(): void {
    if (isClosed) return
    isClosed = true
    media.close()
    void measuring.close()
    runner.close()
    database.close()
  }
  runner.begin()
  media.jobs.resume()

  return {
    ...{ folder, database, blobs, media, told, logs, previews, crash },
    jobs: media.jobs,
    create: (values: NewMediaJob['values'], asked: Partial<NewMediaJob> = {}) =>
      media.jobs.create({
        ...{ id: crypto.randomUUID(), providerId: 'fake', modelId: 'painter', values },
        ...{ conversationId: null, priceAccepted: false, ...asked },
      }),
    outputs: (jobId: string) =>
      media.context.database.all('SELECT * FROM media_output WHERE job_id = ?', jobId),
    /** Resolves to a job once it is in one of the states. */
    async until(id: string, ...states: MediaState[]): Promise<MediaJob> {
      for (;;) {
        const job = media.context.states.read(id)
        if (states.includes(job.state)) return job
        // Nothing is read for the changes of other jobs: a benchmark waits for twenty.
        await new Promise<void>((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve]))
      }
    },
  }
}
