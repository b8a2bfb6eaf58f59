import type { LogEntry } from '../../../shared/plugins.ts'
import { api } from '../../core/bridge.ts'

const pageLength = 200

/** Returns the log of one plugin or of all, the newest first. */
export async function readWholeLog(pluginId: string | undefined): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.id
    const page = await api.plugins.log({
      ...(pluginId !== undefined && { id: pluginId }),
      ...(before !== undefined && { before }),
      limit: pageLength,
    })
    entries.push(...page)
    if (page.length < pageLength) return entries
  }
}
