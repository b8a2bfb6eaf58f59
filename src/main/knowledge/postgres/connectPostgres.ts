import { Pool, TypeOverrides, types, type PoolClient } from 'pg'
import { AppError } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { schemaSteps } from './schema.ts'
import { isConnectionLost, translatePostgresError } from './translatePostgresError.ts'

const connectMilliseconds = 10_000
const statementMilliseconds = 60_000
/** More than the server takes to end a statement at its limit. */
const answerMilliseconds = statementMilliseconds + 5000
const maxConnections = 4
/** Any number: whoever changes the schema holds this lock. */
const schemaLock = 7_275_396
/** Statements that only read, and so may be repeated after a lost connection. */
const isReading = /^\s*SELECT\b/

/** The address and password of a database of bases. */
export interface PostgresAddress {
  /** Such as `postgres://anna@db.example.com:5432/knowledge`, without a password. */
  url: string
  password: string | undefined
  /** The certificate authority of the server, in PEM; the system's if undefined. */
  authority?: string
}

/** An open database of bases. Its statements throw AppErrors. */
export interface PostgresDatabase {
  query: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs statements that are all kept or none. */
  transaction: <T>(work: (query: PostgresDatabase['query']) => Promise<T>) => Promise<T>
  /** Runs statements that read what was there at one moment, whatever others change meanwhile. */
  snapshot: <T>(work: (query: PostgresDatabase['query']) => Promise<T>) => Promise<T>
  /** Abilities of the database's version of pgvector. */
  vectors: VectorSupport
  close: () => Promise<void>
}

/**
 * `filtered`: an index of half precision that looks on until enough of its rows may be found
 * (pgvector 0.8). `indexed`: one that does not (0.7). `none`: vectors are plain numbers.
 */
export type VectorSupport = 'filtered' | 'indexed' | 'none'

export type Row = Record<string, unknown>

/**
 * Connects to a database and brings its schema up to date, if it is not; whoever may not change it
 * can use what others have made. Errors: addressInvalid, keyRefused, connectionFailed, timeout,
 * teamDatabaseReadOnly, teamDatabaseTooNew.
 */
export async function connectPostgres(address: PostgresAddress): Promise<PostgresDatabase> {
  const pool = new Pool({ ...poolOptions(address), max: maxConnections })
  // A connection that breaks fails its statement, if any; the next one opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  async function run<T>(
    begin: string,
    work: (query: PostgresDatabase['query']) => Promise<T>,
  ): Promise<T> {
    const client = await begun(pool, begin)
    // A connection takes one statement at a time.
    const inTurn = createSerialQueue()
    let isBroken = false
    try {
      const result = await work((sql, values) => inTurn(() => queryOf(client)(sql, values)))
      await client.query('COMMIT')
      return result
    } catch (error) {
      isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      throw translatePostgresError(error)
    } finally {
      client.release(isBroken)
    }
  }
  const transaction: PostgresDatabase['transaction'] = (work) => run('BEGIN', work)
  try {
    const vectors = await transaction(migrate)
    return {
      query: (sql, values) => queryOnce(pool, sql, values),
      transaction,
      snapshot: (work) => run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
      vectors,
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    throw translatePostgresError(error)
  }
}

/**
 * Runs a first statement on a connection of the pool. One that has ended unnoticed, as in a restart
 * of the server, fails it: then another connection is taken, if the statement may be sent again.
 */
async function onConnection<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  mayRepeat = true,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await translated(() => pool.connect())
    try {
      return await work(client)
    } catch (error) {
      client.release(true)
      const isAgain = mayRepeat && attempt <= maxConnections && isConnectionLost(error)
      if (!isAgain) throw translatePostgresError(error)
    }
  }
}

async function begun(pool: Pool, begin: string): Promise<PoolClient> {
  return onConnection(pool, async (client) => {
    await client.query(begin)
    return client
  })
}

async function queryOnce(
  pool: Pool,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return onConnection(
    pool,
    async (client) => {
      const { rows } = await client.query<Row>(sql, [...values])
      client.release()
      return rows
    },
    isReading.test(sql),
  )
}

function queryOf(client: Pick<PoolClient, 'query'>): PostgresDatabase['query'] {
  return async (sql, values = []) => {
    const { rows } = await translated(() => client.query<Row>(sql, [...values]))
    return rows
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translatePostgresError(error)
  }
}

function poolOptions({ url, password, authority }: PostgresAddress) {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new AppError('addressInvalid', 'This is no address of a PostgreSQL database')
  }
  const host = parsed.hostname.replaceAll(/[[\]]/g, '')
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return {
    host,
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
    ...(password !== undefined && { password }),
    // Texts of the user never leave this computer without TLS, whose certificate is checked.
    ssl: isLocal && authority === undefined ? false : checkedTls(authority),
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementMilliseconds,
    application_name: 'Parley',
    // A server that is gone without a word is noticed, and no search waits for it for ever.
    keepAlive: true,
    query_timeout: answerMilliseconds,
    types: numbersAsNumbers(),
  }
}

function checkedTls(authority: string | undefined) {
  return { rejectUnauthorized: true, ...(authority !== undefined && { ca: authority }) }
}

/** Numbers of 64 bits come as numbers: none of Parley's is longer than 53. */
function numbersAsNumbers(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, Number)
  return overrides
}

/** Creates what is missing, one process at a time. Returns what pgvector can do. */
async function migrate(query: PostgresDatabase['query']): Promise<VectorSupport> {
  if ((await readVersion(query)) < schemaSteps.length) {
    await query('SELECT pg_advisory_xact_lock($1)', [schemaLock])
    await takeSteps(query, await readVersion(query))
  }
  return findVectors(query)
}

/** Returns how many steps the schema has taken; 0 if there is none. */
async function readVersion(query: PostgresDatabase['query']): Promise<number> {
  const [table] = await query(`SELECT to_regclass('parley.schema_version') IS NOT NULL AS is_there`)
  if (table?.['is_there'] !== true) return 0
  const [row] = await query('SELECT version FROM parley.schema_version')
  const version = Number(row?.['version'] ?? 0)
  if (version <= schemaSteps.length) return version
  throw new AppError('teamDatabaseTooNew', 'A newer Parley has changed this database')
}

async function takeSteps(query: PostgresDatabase['query'], version: number): Promise<void> {
  // Even IF NOT EXISTS needs the right to create one.
  const [found] = await query(`SELECT to_regnamespace('parley') IS NOT NULL AS is_there`)
  if (found?.['is_there'] !== true) await query('CREATE SCHEMA parley')
  await query('CREATE TABLE IF NOT EXISTS parley.schema_version (version integer NOT NULL)')
  for (const step of schemaSteps.slice(version)) await query(step)
  await query('DELETE FROM parley.schema_version')
  await query('INSERT INTO parley.schema_version VALUES ($1)', [schemaSteps.length])
}

/** The extension is created where that is allowed; the administrator may have done it before. */
async function findVectors(query: PostgresDatabase['query']): Promise<VectorSupport> {
  await query('SAVEPOINT extension')
  try {
    await query('CREATE EXTENSION IF NOT EXISTS vector')
  } catch {
    await query('ROLLBACK TO SAVEPOINT extension')
  }
  // Before 0.7 there is no half precision, and the schema of an extension may not be searched.
  const [row] = await query(
    `SELECT string_to_array(substring(extversion FROM '^[0-9]+[.][0-9]+'), '.')::int[] >= '{0,8}'
       AS is_filtered
     FROM pg_extension WHERE extname = 'vector' AND to_regtype('halfvec') IS NOT NULL`,
  )
  if (!row) return 'none'
  return row['is_filtered'] === true ? 'filtered' : 'indexed'
}
