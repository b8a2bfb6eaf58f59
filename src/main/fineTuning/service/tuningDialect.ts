import type { tuningDialects, TrainingOptions } from '../../../shared/fineTuning/fineTuning.ts'
import type { ServiceCall } from '../../providers/provider.ts'
import type { RemoteTraining } from './remoteTraining.ts'

export type DialectName = (typeof tuningDialects)[number]

/** A training to create at a service. */
export interface TrainingRequest {
  /** Parley's own name for it, by which a training is found whose answer was lost. */
  mark: string
  modelId: string
  method: 'supervised' | 'dpo'
  trainingFile: string
  validationFile: string | null
  options: TrainingOptions
}

/** A file of examples to upload. */
export interface SetFile {
  name: string
  content: Blob
  /** The number of its lines. */
  examples: number
}

/** Sends a request, for a minute at most unless told otherwise. Errors: those of every request. */
export type Send = (call: ServiceCall, timeoutMs?: number) => Promise<unknown>

/** The address of a request, with what it carries. */
export type Target = Pick<ServiceCall, 'path' | 'query' | 'body'>

export type TrainingAction = 'pause' | 'resume' | 'cancel' | 'start'

/** A service's way of fine-tuning. Paths are below the base URL. */
export interface TuningDialect {
  name: DialectName
  /** True if it trains with preference pairs, too. */
  takesPreferences: boolean
  /**
   * Uploads a file, and returns the id that a training names. Errors: unprocessable if the service
   * finds the file unusable, fireworksFileTooLarge, trainingAccountUnclear.
   */
  upload: (file: SetFile, send: Send) => Promise<string>
  /**
   * Returns whether the service has checked an uploaded file; without it files need no wait. Errors:
   * unprocessable if the service finds the file unusable.
   */
  isChecked?: (fileId: string, send: Send) => Promise<boolean>
  creation: (request: TrainingRequest) => Target
  /** A training whose answer was lost is in a list, or at an address that Parley has chosen. */
  whereLost: (lost: LostTraining) => { list: string } | { training: string }
  trainingPath: (id: string) => string
  action: (id: string, action: TrainingAction) => Target
  /** Reads a training. Errors: malformedAnswer. */
  read: (answer: unknown) => RemoteTraining
  /** True if a created training waits in the state `validated` until it is started. */
  startsApart: boolean
  /** True if events, with the metrics, have an address of their own. */
  hasEvents: boolean
  hasCheckpoints: boolean
  canPause: boolean
}

/** A training whose creation may have arrived. */
export type LostTraining = Pick<TrainingRequest, 'mark' | 'trainingFile'>
