/**
 * The part of the rivals' types that the bench uses. They are not installed where types are
 * checked.
 */

import type { DatabaseSync } from 'node:sqlite'

export interface SqliteVec {
  load: (database: DatabaseSync) => void
}

export interface LanceQuery {
  ef: (count: number) => LanceQuery
  nprobes: (count: number) => LanceQuery
  refineFactor: (factor: number) => LanceQuery
  distanceType: (type: string) => LanceQuery
  select: (columns: string[]) => LanceQuery
  limit: (count: number) => LanceQuery
  toArray: () => Promise<{ id: number }[]>
}

interface LanceTable {
  add: (rows: object[]) => Promise<unknown>
  optimize: () => Promise<unknown>
  createIndex: (column: string, options: { config: unknown }) => Promise<void>
  vectorSearch: (vector: number[]) => LanceQuery
}

export interface Lance {
  connect: (folder: string) => Promise<{
    createTable: (name: string, rows: object[]) => Promise<LanceTable>
    openTable: (name: string) => Promise<LanceTable>
    close: () => void
  }>
  Index: Record<'hnswSq' | 'ivfPq', (options: { distanceType: string }) => unknown>
}

export interface Usearch {
  Index: new (options: {
    metric: string
    dimensions: number
    quantization: string
    expansion_search?: number
  }) => {
    add: (key: bigint, vector: Float32Array) => void
    search: (vector: Float32Array, limit: number, threads: number) => { keys: BigUint64Array }
    save: (path: string) => void
    load: (path: string) => void
  }
}

export interface Vectra {
  LocalIndex: new (folder: string) => {
    createIndex: () => Promise<void>
    beginUpdate: () => Promise<void>
    endUpdate: () => Promise<void>
    insertItem: (item: { vector: number[]; metadata: { id: number } }) => Promise<unknown>
    queryItems: (
      vector: number[],
      query: string,
      limit: number,
    ) => Promise<{ item: { metadata: Record<string, unknown> } }[]>
  }
}

export interface Pglite {
  PGlite: {
    create: (
      folder: string,
      options: object,
    ) => Promise<{
      exec: (sql: string) => Promise<unknown>
      query: (sql: string, values: unknown[]) => Promise<{ rows: { id: number }[] }>
      close: () => Promise<void>
    }>
  }
}

export interface PgliteVector {
  vector: unknown
}
