import { AppError, toWire } from '../../shared/errors.ts'
import type { ErrorDetails, WireError } from '../../shared/errors.ts'
import { errorSchema } from '../../shared/errorSchema.ts'
import { parseJson } from '../../shared/json.ts'
import { logVerdicts, type LogEntry } from '../../shared/plugins/plugins.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'

const maxArgumentsLength = 2000
const maxEntries = 10_000
/** Number of new entries after which the log is trimmed. */
const trimEvery = 200

export type NewLogEntry = Omit<LogEntry, 'id' | 'at'>
/** Outcome of a call. */
export type LoggedEnd = Pick<
  LogEntry,
  'verdict' | 'error' | 'sentBytes' | 'receivedBytes' | 'durationMilliseconds'
>

export interface LogPage {
  id?: string | undefined
  verdicts?: readonly LogEntry['verdict'][] | undefined
  /** A text that the entries hold. */
  text?: string | undefined
  before?: number | undefined
  limit: number
}

/** The log of calls and refusals, the newest 10,000. */
export interface PluginLog {
  /** Adds an entry, without its secrets. A log that can't be written fails no call. */
  add: (entry: NewLogEntry) => void
  /**
   * Adds a call that begins. If Parley is killed before the returned function is called, the call
   * stays in the log as one that was stopped.
   */
  begin: (call: Omit<NewLogEntry, keyof LoggedEnd>) => (end: LoggedEnd) => void
  /** Returns entries, the newest first. */
  list: (page: LogPage) => LogEntry[]
  clear: () => void
}

export interface PluginLogDependencies {
  database: Database
  redact: (text: string) => string
  onAdded: (entry: LogEntry) => void
  log: Log
  now?: () => number
}

/** Opens the log of the plugins. */
export function openPluginLog(dependencies: PluginLogDependencies): PluginLog {
  const { database, redact, onAdded, log, now = Date.now } = dependencies
  let added = 0

  function insert(entry: NewLogEntry): LogEntry {
    const at = now()
    const cut = redact(entry.arguments).slice(0, maxArgumentsLength)
    const error = entry.error && redactError(entry.error, redact)
    const row = database.get(
      `INSERT INTO plugin_log (at, plugin_id, tool, host, arguments, verdict, error, sent_bytes,
         received_bytes, duration_milliseconds)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      at,
      entry.pluginId,
      entry.tool,
      entry.host,
      cut,
      entry.verdict,
      error && JSON.stringify(error),
      entry.sentBytes,
      entry.receivedBytes,
      entry.durationMilliseconds === null ? null : Math.round(entry.durationMilliseconds),
    )
    return { ...entry, arguments: cut, error, at, id: Number(row?.['id']) }
  }

  function update({ id, ...entry }: LogEntry): LogEntry {
    const error = entry.error && redactError(entry.error, redact)
    database.run(
      `UPDATE plugin_log SET verdict = ?, error = ?, sent_bytes = ?, received_bytes = ?,
         duration_milliseconds = ? WHERE id = ?`,
      entry.verdict,
      error && JSON.stringify(error),
      entry.sentBytes,
      entry.receivedBytes,
      entry.durationMilliseconds === null ? null : Math.round(entry.durationMilliseconds),
      id,
    )
    return { ...entry, error, id }
  }

  /** Runs a write. A log that can't be written fails no call. */
  function write(work: () => LogEntry): LogEntry | undefined {
    try {
      return database.transaction(work, 'relaxed')
    } catch (error) {
      log('A call of a plugin could not be logged', error)
      return undefined
    }
  }

  function add(entry: NewLogEntry): LogEntry | undefined {
    const row = write(() => insert(entry))
    added += 1
    if (added % trimEvery === 0) trim()
    return row
  }

  function trim(): void {
    try {
      database.run(
        'DELETE FROM plugin_log WHERE id <= (SELECT max(id) FROM plugin_log) - ?',
        maxEntries,
      )
    } catch (error) {
      log('The log of the plugins could not be shortened', error)
    }
  }

  return {
    add(entry) {
      const row = add(entry)
      if (row) onAdded(row)
    },
    begin(call) {
      const killed = { verdict: 'stopped' as const, error: toWire(stoppedBefore(call.pluginId)) }
      const none = { sentBytes: 0, receivedBytes: 0, durationMilliseconds: null }
      const row = add({ ...call, ...killed, ...none })
      return (end) => {
        const ended = row && write(() => update({ ...row, ...end }))
        if (ended) onAdded(ended)
      }
    },
    list({ id, verdicts, text, before, limit }) {
      const rows = database.all(
        `SELECT * FROM plugin_log WHERE (?1 IS NULL OR plugin_id = ?1) AND (?2 IS NULL OR id < ?2)
           AND (?3 IS NULL OR verdict IN (SELECT value FROM json_each(?3)))
           AND (?4 IS NULL OR instr(lower(tool || char(10) || coalesce(host, '') || char(10) ||
             arguments || char(10) || coalesce(error, '')), lower(?4)) > 0)
         ORDER BY id DESC LIMIT ?5`,
        id ?? null,
        before ?? null,
        verdicts ? JSON.stringify(verdicts) : null,
        text?.trim() || null,
        limit,
      )
      return rows.map(readEntry)
    },
    clear: () => void database.run('DELETE FROM plugin_log'),
  }
}

function stoppedBefore(pluginId: string): AppError {
  return new AppError('pluginStopped', 'Parley ended during the call', { subject: pluginId })
}

/** Masks keys in the texts that a stranger may have written. */
function redactError(
  { code, message, details }: WireError,
  redact: (text: string) => string,
): WireError {
  const masked: ErrorDetails = { ...details }
  for (const name of ['subject', 'answer', 'requestId'] as const) {
    const text = masked[name]
    if (text !== undefined) masked[name] = redact(text)
  }
  return { code, message: redact(message), details: masked }
}

function readEntry(row: Row): LogEntry {
  const { data } = errorSchema.safeParse(parseJson(String(row['error'])))
  const verdict = logVerdicts.find((known) => known === row['verdict'])
  const duration = row['duration_milliseconds']
  return {
    id: Number(row['id']),
    at: Number(row['at']),
    pluginId: String(row['plugin_id']),
    tool: String(row['tool']),
    host: row['host'] === null ? null : String(row['host']),
    arguments: String(row['arguments']),
    verdict: verdict ?? 'failed',
    error: data ?? null,
    sentBytes: Number(row['sent_bytes']),
    receivedBytes: Number(row['received_bytes']),
    durationMilliseconds: duration === null ? null : Number(duration),
  }
}
