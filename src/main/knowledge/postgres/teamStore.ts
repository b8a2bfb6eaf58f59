import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { PostgresAddress, PostgresDatabase } from './connectPostgres.ts'

/** A base in the team's database. */
export interface TeamBase {
  id: string
  name: string
  createdAt: number
}

/** The store at the address of the settings, which is connected to when it is first needed. */
export interface TeamStore {
  store: KnowledgeStore
  /** Returns the bases there. Errors: those of connectPostgres. */
  bases: () => Promise<TeamBase[]>
  /** Tells the others of a base, under its present name. */
  announce: (base: TeamBase) => Promise<void>
  close: () => Promise<void>
}

interface Connection {
  url: string
  password: string | undefined
  database: Promise<PostgresDatabase>
}

/** Reads a team's code, which most people never need, with its first use. */
const readClient = () => import('./connectPostgres.ts')
const readStore = () => import('./postgresStore.ts')

/** `address` returns the address now. Errors: addressInvalid without one. */
export function createTeamStore(address: () => Promise<PostgresAddress>): TeamStore {
  let connection: Connection | undefined

  async function connected(): Promise<PostgresDatabase> {
    const wanted = await address()
    const { url, password } = wanted
    if (connection?.url === url && connection.password === password) return connection.database
    const earlier = connection
    const database = readClient().then(({ connectPostgres }) => connectPostgres(wanted))
    const opened: Connection = { url, password, database }
    connection = opened
    // The next call tries again.
    opened.database.catch(() => connection === opened && (connection = undefined))
    void closeConnection(earlier)
    return opened.database
  }

  async function onStore<T>(work: (store: KnowledgeStore) => Promise<T>): Promise<T> {
    const { createPostgresStore } = await readStore()
    return work(createPostgresStore(await connected()))
  }

  return {
    store: {
      put: (...given) => onStore((store) => store.put(...given)),
      remove: (...given) => onStore((store) => store.remove(...given)),
      removeBase: (baseId) =>
        onStore(async (store) => {
          await store.removeBase(baseId)
          await (await connected()).query('DELETE FROM parley.base WHERE id = $1', [baseId])
        }),
      openSpace: (...given) => onStore((store) => store.openSpace(...given)),
      useSpace: (...given) => onStore((store) => store.useSpace(...given)),
      dropSpace: (...given) => onStore((store) => store.dropSpace(...given)),
      missingVectors: (...given) => onStore((store) => store.missingVectors(...given)),
      vectorCounts: (...given) => onStore((store) => store.vectorCounts(...given)),
      putVectors: (...given) => onStore((store) => store.putVectors(...given)),
      search: (...given) => onStore((store) => store.search(...given)),
      isFound: (...given) => onStore((store) => store.isFound(...given)),
      neighbours: (...given) => onStore((store) => store.neighbours(...given)),
      text: (...given) => onStore((store) => store.text(...given)),
      lines: (...given) => onStore((store) => store.lines(...given)),
      stats: (...given) => onStore((store) => store.stats(...given)),
      close: () => Promise.resolve(),
    },
    async bases() {
      const { query } = await connected()
      const rows = await query('SELECT id, name, created_at FROM parley.base ORDER BY created_at')
      return rows.map((row) => ({
        id: String(row['id']),
        name: row['name'] instanceof Uint8Array ? new TextDecoder().decode(row['name']) : '',
        createdAt: Number(row['created_at']),
      }))
    },
    async announce({ id, name, createdAt }) {
      const { query } = await connected()
      await query(
        `INSERT INTO parley.base (id, name, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        [id, Buffer.from(name), createdAt],
      )
    },
    close: () => closeConnection(connection),
  }
}

async function closeConnection(connection: Connection | undefined): Promise<void> {
  const database = await connection?.database.catch(() => undefined)
  await database?.close()
}
