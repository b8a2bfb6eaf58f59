import { AppError, toWire } from '../../shared/errors.ts'
import type { NewLogEntry } from './pluginLog.ts'

export interface RefusedRequest {
  pluginId: string
  /** The part of the plugin that asked. */
  tool: 'page' | 'program'
  host: string
  /** Address that was refused. */
  address: string
}

/** Returns the entry of the log for a request that the sheet does not allow. */
export function refusedRequest({ pluginId, tool, host, address }: RefusedRequest): NewLogEntry {
  const refusal = new AppError('pluginNetworkRefused', `A ${tool} asked for it`, { subject: host })
  return {
    ...{ pluginId, tool, host },
    arguments: JSON.stringify(address),
    verdict: 'refused',
    error: toWire(refusal),
    sentBytes: 0,
    receivedBytes: 0,
    durationMilliseconds: null,
  }
}
