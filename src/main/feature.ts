import type { Locale } from '../shared/languages.ts'
import type { Broadcast, Feature, FeatureHandlers } from '../shared/ipc/define.ts'
import type { Runtime } from './runtime.ts'
import type { HistoryParts } from './storage/historyPart.ts'

export type Log = (event: string, detail?: unknown) => void

/** The context that opens a feature. Earlier features that it needs are separate arguments. */
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

/** An open feature, as the app keeps it. Opening one asks the user nothing and sends no request. */
export interface OpenFeature<F extends Feature> {
  /** Returns the handlers for the page; undefined if they need the history and it is closed. */
  handlers: () => FeatureHandlers<F> | undefined
  /**
   * Set if the page may call it while the history is closed. Any other feature would change data
   * that the history must know of.
   */
  needsNoHistory?: true
  /** The files that it serves to the page. */
  files?: ServedFiles
  /** Runs before the app quits. Returns borrowed things, such as the clipboard. */
  close?: () => void | Promise<void>
}

/** Files at `/<place>/<name>` of Parley's own scheme. */
export interface ServedFiles {
  place: string
  /** Matches every valid name. */
  name: RegExp
  /** Answers a request for a file, or for the part of it that a `range` header names. */
  serve: (name: string, range: string | null) => Promise<Response | undefined>
}

/** A stored file, and the name that it has for the user. */
export interface DraggedFile {
  path: string
  name: string
}

/**
 * Begins to drag files out of a window, while the user still holds the mouse button. Returns false
 * where no other program can be handed a file. Errors: attachmentMissing, diskFull.
 */
export type DragOut = (windowId: number, files: readonly DraggedFile[]) => Promise<boolean>
