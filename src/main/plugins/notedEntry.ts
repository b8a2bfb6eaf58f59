import type { NewLogEntry } from './pluginLog.ts'

/**
 * Output beside the protocol, a list without end (its method), or entries that are left out of a
 * list (its method and their number).
 */
export type NotedPart = 'output' | 'list' | 'leftOut'

/** Returns the entry of the log for something odd about a plugin's server. */
export function notedEntry(pluginId: string, part: NotedPart, text: string): NewLogEntry {
  return {
    ...{ pluginId, tool: part, host: null, arguments: text },
    ...{ verdict: 'noted', error: null, sentBytes: 0, receivedBytes: 0 },
    durationMilliseconds: null,
  }
}
