import type { NewLogEntry } from './pluginLog.ts'

/** Returns the entry of the log for something odd about a plugin's server. */
export function notedEntry(pluginId: string, part: 'output' | 'list', text: string): NewLogEntry {
  return {
    ...{ pluginId, tool: part, host: null, arguments: text },
    ...{ verdict: 'noted', error: null, sentBytes: 0, receivedBytes: 0 },
    durationMilliseconds: null,
  }
}
