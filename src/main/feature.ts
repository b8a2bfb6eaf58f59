import type { Locale } from '../shared/languages.ts'
import type { Broadcast, Feature, FeatureHandlers } from '../shared/ipc/define.ts'
import type { Runtime } from './runtime.ts'
import type { HistoryParts } from './storage/historyPart.ts'

export type Log = (event: string, detail?: unknown) => void

/** What features are opened with. What one needs of an earlier one is passed beside it. */
export interface FeatureContext {
  /** The data folder. */
  folder: string
  runtime: Runtime
  log: Log
  /** Returns the sender of a feature's events to every window. */
  createBroadcast: <F extends Feature>(name: string, feature: F) => Broadcast<F>
  /** Returns the interface's language: the user's choice, or the system's. */
  locale: () => Locale
  history: HistoryParts
}

/** A feature as the app holds it. Opening it asks and sends nothing yet. */
export interface OpenFeature<F extends Feature> {
  /** Returns what answers the page; undefined where it needs a history, and none is open. */
  handlers: () => FeatureHandlers<F> | undefined
  /** Answers the page without a history as well. All others would change what it must know of. */
  needsNoHistory?: true
  /** What the page gets by an address. */
  files?: ServedFiles
  /** Gives back what was lent, before the app quits. */
  close?: () => void | Promise<void>
}

/** Files at `/<place>/<name>` of Parley's own scheme. */
export interface ServedFiles {
  place: string
  /** All names that there can be. */
  name: RegExp
  /** Answers a request for a file, or for the part of it that a `range` header names. */
  serve: (name: string, range: string | null) => Promise<Response | undefined>
}
