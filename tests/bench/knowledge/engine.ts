import type { VectorSet } from './clusteredVectors.ts'

/** Parley's own aim, and so what an index is set to before both are compared. */
export const recallWanted = 0.99

/** A store of vectors, as the bench asks each of them. */
export interface Engine {
  /** Beyond so many vectors it can't hold them, or takes an hour to. */
  maxCount?: number
  /** Numbers of candidates that its index may visit, ascending: more find more and take longer. */
  breadths?: readonly number[]
  /** Writes all vectors, with their index as id, into a folder. */
  build: (folder: string, set: VectorSet) => Promise<void>
  /** `breadth` is its own default if undefined. */
  open: (folder: string, set: VectorSet, breadth?: number) => Promise<OpenEngine>
}

export interface OpenEngine {
  /** Returns the ids of the nearest vectors, best first. */
  search: (query: Float32Array, limit: number) => Promise<number[]>
  /** A search of words and vectors with the texts read, if it can do that. */
  hybrid?: (words: string, query: Float32Array, limit: number) => Promise<unknown>
  close: () => Promise<void>
}
