import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import type { Api } from '../../core/bridge.ts'

/** The entries of the log that are wanted: undefined and an empty text for all. */
export interface LogFilter {
  pluginId?: string | undefined
  verdicts?: readonly LogEntry['verdict'][] | undefined
  text?: string | undefined
}

type LogInput = Parameters<Api['plugins']['log']>[0]

/** Returns a filter as main takes it. */
export function logInput({
  pluginId,
  verdicts,
  text = '',
}: LogFilter): Omit<LogInput, 'before' | 'limit'> {
  return {
    ...(pluginId !== undefined && { id: pluginId }),
    ...(verdicts && { verdicts: [...verdicts] }),
    ...(text.trim() !== '' && { text }),
  }
}

/** Tells whether an entry that is added meanwhile is one of those that main would return. */
export function isWanted(entry: LogEntry, { pluginId, verdicts, text = '' }: LogFilter): boolean {
  if (pluginId !== undefined && entry.pluginId !== pluginId) return false
  if (verdicts && !verdicts.includes(entry.verdict)) return false
  const { tool, host, arguments: given, error } = entry
  const all = [tool, host ?? '', given, error ? JSON.stringify(error) : ''].join('\n')
  return lower(all).includes(lower(text.trim()))
}

/** SQLite knows the small letters of ASCII alone. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
