import type { EntryMark } from '../../shared/plugins/plugins.ts'
import { readServerJson } from '../mcp/intake/readServerJson.ts'

/** Format of an entry: a server's description, or a manifest's kind of page. */
type EntryFormat = { server: unknown } | { page?: 'module' | undefined }

/**
 * Returns how well Parley can use an entry of the index, by the entry's format. Whether its server
 * still answers nobody can tell offline.
 */
export function markEntry(entry: EntryFormat): EntryMark {
  if (!('server' in entry)) {
    // Such modules were written for a page that has React.
    return entry.page === 'module'
      ? { works: 'partly', reason: 'module', subject: '' }
      : { works: 'works', reason: 'manifest', subject: '' }
  }
  try {
    const { config } = readServerJson(entry.server)
    if (config.transport !== 'stdio') return { works: 'works', reason: 'address', subject: '' }
    if (config.package) return { works: 'works', reason: 'package', subject: config.package.name }
    return { works: 'partly', reason: 'program', subject: config.command }
  } catch {
    return { works: 'not', reason: 'unknown', subject: '' }
  }
}
