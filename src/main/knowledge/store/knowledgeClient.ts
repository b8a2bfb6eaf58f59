import { callWorker, type WorkerCalls } from '../../workers/callWorker.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { HostedTable } from '../hosted/hostedTable.ts'
import type { Transfer } from '../transfer/transfer.ts'
import type { LocalStore } from './localStore.ts'

/** Methods that the thread of knowledge.sqlite serves. */
export type KnowledgeServices = {
  store: LocalStore
  catalogue: Catalogue
  transfer: Transfer
  hosted: HostedTable
}

export interface KnowledgeClientOptions {
  /** The path of `knowledgeWorker.ts` as it is built. */
  entry: string | URL
  /** The path of knowledge.sqlite. */
  path: string
  log: (event: string, detail?: unknown) => void
}

export type KnowledgeClient = WorkerCalls<KnowledgeServices>

/**
 * Offers knowledge.sqlite, which a thread of its own opens at the first call. Errors of every call:
 * databaseTooNew, databaseDamaged, diskFull, folderReadOnly; internal and tooHeavy if the thread
 * dies, which the next call starts again.
 */
export function createKnowledgeClient(options: KnowledgeClientOptions): KnowledgeClient {
  const { entry, path, log } = options
  const names = ['store', 'catalogue', 'transfer', 'hosted'] as const
  return callWorker<KnowledgeServices>(names, { entry, workerData: { path }, log })
}
