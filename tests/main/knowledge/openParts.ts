import { fileURLToPath } from 'node:url'
import { createHistory } from '../../../src/main/app/history.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import type { FeatureContext } from '../../../src/main/feature.ts'
import { openJobs } from '../../../src/main/jobs/openJobs.ts'
import { openKnowledge, type KnowledgeOptions } from '../../../src/main/knowledge/openKnowledge.ts'
import { publicHosts } from '../../../src/main/network/hostRule.ts'
import { AppError } from '../../../src/shared/errors.ts'

const workers = {
  knowledge: new URL('../../../src/main/knowledge/store/knowledgeWorker.ts', import.meta.url),
  folder: new URL('../../../src/main/knowledge/sources/folderWorker.ts', import.meta.url),
  document: new URL('../../../src/main/knowledge/reading/documentWorker.ts', import.meta.url),
}
const pdfium = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))

export interface PartsOptions {
  folder: string
  log: (event: string, detail?: unknown) => void
  onEvent?: (feature: string, event: string, payload: unknown) => void
  given?: Partial<KnowledgeOptions>
}

/** Opens the knowledge with real threads, a history and jobs, none of which has begun. */
export function openParts({ folder, log, onEvent = () => undefined, given = {} }: PartsOptions) {
  const history = createHistory({
    ...{ folder, migrations, log },
    rebuild: () => Promise.reject(new Error('Nothing is damaged')),
  })
  const context: FeatureContext = {
    ...{ folder, log, history },
    runtime: { name: 'chromium', version: '0' } as unknown as FeatureContext['runtime'],
    createBroadcast: (name) => (event, payload) => {
      onEvent(name, String(event), payload)
    },
    locale: () => 'en-US',
  }
  const jobs = openJobs(context)
  const knowledge = openKnowledge(context, {
    jobs,
    providers: {
      lookup: () => Promise.reject(new AppError('providerMissing', 'There is none')),
      addressOf: () => '',
      describe: () => Promise.reject(new AppError('providerMissing', 'There is none')),
    },
    attachments: { read: () => Promise.reject(new AppError('attachmentMissing', 'Gone')) },
    secrets: {
      addOwner: () => undefined,
      get: () => Promise.resolve(null),
      remove: () => Promise.resolve(),
      state: () => Promise.resolve({ source: 'none', boundTo: null }),
    },
    teamAddress: () => '',
    readChat: () => undefined,
    choose: () => Promise.resolve([]),
    choosePlace: () => Promise.resolve(null),
    consent: () => Promise.resolve(true),
    pages: publicHosts,
    workers,
    pdfium,
    mayRead: () => true,
    openFile: () => Promise.resolve(),
    openLink: () => Promise.resolve(),
    ...given,
  })
  return { history, jobs, knowledge }
}
