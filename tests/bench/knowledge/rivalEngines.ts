import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { vectorAt, type VectorSet } from './clusteredVectors.ts'
import type { Engine } from './engine.ts'
import { rivalsFolder } from '../rivals/installRivals.ts'
import type {
  Lance,
  LanceQuery,
  Pglite,
  PgliteVector,
  SqliteVec,
  Usearch,
  Vectra,
} from './rivalTypes.ts'

const require = createRequire(join(rivalsFolder('engines'), 'package.json'))
const load = async <Module>(name: string): Promise<Module> =>
  (await import(pathToFileURL(require.resolve(name)).href)) as Module

const batch = 1000

const sqliteVec: Engine = {
  async build(folder, set) {
    const database = await openSqliteVec(folder)
    database.exec(
      `CREATE VIRTUAL TABLE item USING vec0 (vector float[${set.dimensions}] distance_metric=cosine)`,
    )
    const insert = database.prepare('INSERT INTO item (rowid, vector) VALUES (?, ?)')
    database.exec('BEGIN')
    for (let index = 0; index < set.count; index += 1) {
      insert.run(BigInt(index), bytesOf(vectorAt(set, index)))
    }
    database.exec('COMMIT')
    database.close()
  },
  async open(folder) {
    const database = await openSqliteVec(folder)
    const statement = database.prepare('SELECT rowid FROM item WHERE vector MATCH ? AND k = ?')
    return {
      search: async (query, limit) =>
        statement.all(bytesOf(query), limit).map((row) => Number(row['rowid'])),
      close: async () => database.close(),
    }
  },
}

async function openSqliteVec(folder: string): Promise<DatabaseSync> {
  const extension = await load<SqliteVec>('sqlite-vec')
  const database = new DatabaseSync(join(folder, 'vec.sqlite'), { allowExtension: true })
  extension.load(database)
  return database
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Parameters of an index of LanceDB, and of a search in it with a given breadth. */
interface LanceIndex {
  config: (of: Lance['Index']) => unknown
  breadths: readonly number[]
  widen: (query: LanceQuery, breadth: number) => LanceQuery
}

const hnsw: LanceIndex = {
  config: (of) => of.hnswSq({ distanceType: 'cosine' }),
  breadths: [50, 75, 100, 150, 200, 300, 400, 600, 800],
  // Half of what it looks at is compared again with the vectors as they were given.
  widen: (query, breadth) => query.ef(breadth).refineFactor(Math.ceil(breadth / 40)),
}

const ivf: LanceIndex = {
  config: (of) => of.ivfPq({ distanceType: 'cosine' }),
  breadths: [5, 10, 20, 30, 40, 60, 80, 120, 160],
  widen: (query, breadth) => query.nprobes(breadth).refineFactor(10),
}

function lance(index?: LanceIndex): Engine {
  return {
    ...(index && { breadths: index.breadths }),
    async build(folder, set) {
      const { connect, Index } = await load<Lance>('@lancedb/lancedb')
      const database = await connect(folder)
      const rows = (from: number) =>
        Array.from({ length: Math.min(batch, set.count - from) }, (_, at) => ({
          id: from + at,
          vector: Array.from(vectorAt(set, from + at)),
        }))
      const table = await database.createTable('item', rows(0))
      for (let from = batch; from < set.count; from += batch) await table.add(rows(from))
      await table.optimize()
      if (index) await table.createIndex('vector', { config: index.config(Index) })
    },
    async open(folder, _set, breadth) {
      const { connect } = await load<Lance>('@lancedb/lancedb')
      const database = await connect(folder)
      const table = await database.openTable('item')
      return {
        async search(query, limit) {
          const plain = table.vectorSearch(Array.from(query)).distanceType('cosine')
          const asked = index && breadth !== undefined ? index.widen(plain, breadth) : plain
          const found = await asked.select(['id', '_distance']).limit(limit).toArray()
          return found.map(({ id }) => Number(id))
        },
        close: async () => database.close(),
      }
    },
  }
}

const usearch: Engine = {
  breadths: [100, 150, 200, 300, 400, 600, 800, 1200, 1600],
  async build(folder, set) {
    const index = await openUsearch(set)
    for (let at = 0; at < set.count; at += 1) index.add(BigInt(at), vectorAt(set, at))
    index.save(join(folder, 'usearch.index'))
  },
  async open(folder, set, breadth) {
    const index = await openUsearch(set, breadth)
    index.load(join(folder, 'usearch.index'))
    return {
      search: async (query, limit) => Array.from(index.search(query, limit, 1).keys, Number),
      close: () => Promise.resolve(),
    }
  },
}

async function openUsearch({ dimensions }: VectorSet, breadth?: number) {
  const { Index } = await load<Usearch>('usearch')
  return new Index({
    ...{ metric: 'cos', dimensions, quantization: 'f32' },
    ...(breadth !== undefined && { expansion_search: breadth }),
  })
}

const vectra: Engine = {
  // It writes one JSON text, which beyond this is longer than a text may be.
  maxCount: 20_000,
  async build(folder, set) {
    const { LocalIndex } = await load<Vectra>('vectra')
    const index = new LocalIndex(folder)
    await index.createIndex()
    await index.beginUpdate()
    for (let at = 0; at < set.count; at += 1) {
      await index.insertItem({ vector: Array.from(vectorAt(set, at)), metadata: { id: at } })
    }
    await index.endUpdate()
  },
  async open(folder) {
    const { LocalIndex } = await load<Vectra>('vectra')
    const index = new LocalIndex(folder)
    return {
      search: async (query, limit) =>
        (await index.queryItems(Array.from(query), '', limit)).map(({ item }) =>
          Number(item.metadata['id']),
        ),
      close: () => Promise.resolve(),
    }
  },
}

/** pgvector in PGlite: exact, or with the index and the half precision of Parley's own store. */
function pglite(isIndexed: boolean): Engine {
  const type = isIndexed ? 'halfvec' : 'vector'
  return {
    // Its index of 100,000 takes longer to build than anybody waits for.
    maxCount: isIndexed ? 10_000 : 100_000,
    ...(isIndexed && { breadths: [60, 80, 100, 150, 200, 300, 400, 600, 800] }),
    async build(folder, set) {
      const database = await openPglite(folder)
      await database.exec(
        `CREATE EXTENSION vector; CREATE TABLE item (id integer, vector ${type}(${set.dimensions}))`,
      )
      for (let from = 0; from < set.count; from += batch) {
        const rows = Array.from({ length: Math.min(batch, set.count - from) }, (_, at) => {
          return `(${from + at}, '[${Array.from(vectorAt(set, from + at)).join()}]')`
        })
        await database.exec(`INSERT INTO item VALUES ${rows.join()}`)
      }
      if (isIndexed) {
        await database.exec(
          `SET maintenance_work_mem = '256MB';
           CREATE INDEX ON item USING hnsw (vector halfvec_cosine_ops)`,
        )
      }
      await database.close()
    },
    async open(folder, _set, breadth) {
      const database = await openPglite(folder)
      // At a large breadth the planner would rather compare all.
      if (isIndexed) await database.exec('SET enable_seqscan = off')
      if (breadth !== undefined) await database.exec(`SET hnsw.ef_search = ${breadth}`)
      return {
        async search(query, limit) {
          const sql = `SELECT id FROM item ORDER BY vector <=> $1::${type} LIMIT $2`
          const { rows } = await database.query(sql, [`[${Array.from(query).join()}]`, limit])
          return rows.map(({ id }) => Number(id))
        },
        close: () => database.close(),
      }
    },
  }
}

async function openPglite(folder: string) {
  const { PGlite } = await load<Pglite>('@electric-sql/pglite')
  const { vector } = await load<PgliteVector>('@electric-sql/pglite-pgvector')
  mkdirSync(folder, { recursive: true })
  return PGlite.create(join(folder, 'pglite'), { extensions: { vector } })
}

export const rivals: Readonly<Record<string, Engine>> = {
  'sqlite-vec': sqliteVec,
  'lancedb-flat': lance(),
  'lancedb-hnsw': lance(hnsw),
  'lancedb-ivf': lance(ivf),
  usearch,
  vectra,
  pglite: pglite(false),
  'pglite-hnsw': pglite(true),
}
