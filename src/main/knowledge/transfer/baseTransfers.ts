import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { exportJob, importJob } from '../../../shared/knowledge/knowledgeJobs.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import type { OpenJobs } from '../../jobs/openJobs.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { Remote } from '../../workers/workerCalls.ts'
import { baseFileName } from './baseFile.ts'
import type { Transfer, TransferProgress } from './transfer.ts'

/** Bases that leave and come as files. Each returns false if the user chose no file. */
export interface BaseTransfers {
  exportBase: (baseId: string) => Promise<boolean>
  importBase: () => Promise<boolean>
}

export interface BaseTransfersOptions {
  catalogue: Pick<CatalogueClient, 'base'>
  transfer: Remote<Transfer>
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  choose: (what: 'file') => Promise<readonly string[]>
  choosePlace: (name: string) => Promise<string | null>
  onImported: (baseId: string) => void
  /** Tells whether Parley quits, and the threads are gone. */
  isClosed: () => boolean
}

interface Input {
  baseId: string
  path: string
  name: string
}
type Run = JobRun<Input, TransferProgress>

const progressMilliseconds = 200

/** Creates them, with their kinds of jobs. */
export function createBaseTransfers(options: BaseTransfersOptions): BaseTransfers {
  const { catalogue, transfer, jobs, choose, choosePlace, onImported } = options

  async function run(given: Run, work: () => Promise<void>): Promise<Record<string, never>> {
    const tell = async (): Promise<void> => {
      const progress = await transfer.progress(given.input.baseId)
      if (progress) given.report(progress)
    }
    const telling = setInterval(() => void tell().catch(() => undefined), progressMilliseconds)
    try {
      await work()
      return {}
    } catch (error) {
      // The job is still running for the next start, as after a kill.
      if (options.isClosed()) await new Promise(() => undefined)
      throw error
    } finally {
      clearInterval(telling)
    }
  }

  const named = {
    keyOf: ({ baseId, path }: Input) => `${baseId} ${path}`,
    subjectOf: ({ name }: Input) => name,
  }
  jobs.addKind({
    ...{ definition: exportJob, ...named },
    run: (given) =>
      run(given, () => transfer.exportBase(given.input.baseId, given.input.path, given.signal)),
  })
  jobs.addKind({
    ...{ definition: importJob, ...named },
    run: (given) =>
      run(given, async () => {
        await transfer.importBase(given.input.baseId, given.input.path, given.signal)
        onImported(given.input.baseId)
      }),
  })

  return {
    async exportBase(baseId) {
      const { name, store } = await catalogue.base(baseId)
      if (store !== 'local') {
        throw new AppError('notSupported', 'Only a base of this computer can be exported')
      }
      const path = await choosePlace(baseFileName(name))
      if (path === null) return false
      jobs.start(exportJob, { baseId, path, name })
      return true
    },
    async importBase() {
      const [path] = await choose('file')
      if (path === undefined) return false
      // A file that is no base is refused at once, before a job is created.
      const name = await transfer.nameIn(path)
      jobs.start(importJob, { baseId: randomUUID(), path, name })
      return true
    },
  }
}
