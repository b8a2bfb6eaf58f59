import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { logInput, type LogFilter } from './logFilter.ts'

const pageLength = 200

/** Returns all entries that a filter wants, the newest first. */
export async function readWholeLog(filter: LogFilter): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.id
    const page = await api.plugins.log({
      ...logInput(filter),
      ...(before !== undefined && { before }),
      limit: pageLength,
    })
    entries.push(...page)
    if (page.length < pageLength) return entries
  }
}
