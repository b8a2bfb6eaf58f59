import type { Client } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import type { ServerSetup } from './serverSetup.ts'
import { isSameTool, readTools, type ListedTool, type ReadTools } from './toolDefinitions.ts'

/** Returns the tools that a server lists now. */
export async function listTools(client: Client): Promise<ReadTools> {
  if (!client.getServerCapabilities()?.tools) return { tools: [], leftOut: 0, isCut: false }
  const { tools } = await client.listTools()
  return readTools(tools, client)
}

/** Tells whether a server of an older revision calls tools as tasks. */
export function hasTasks(client: Client): boolean {
  if (client.getProtocolEra() === 'modern') return false
  return client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined
}

/**
 * Checks that a tool is what the user has accepted: one that changed since may do anything else.
 * Errors: pluginChanged.
 */
export function assertAccepted(
  listed: readonly ListedTool[],
  accepted: ServerSetup['tools'],
  name: string,
): void {
  const now = listed.find((tool) => tool.name === name)
  const before = accepted?.find((tool) => tool.name === name)
  if (accepted === null || (now && before && isSameTool(now, before))) return
  throw changedTool(name, now ? 'has changed' : 'is gone')
}

/** Returns the error for a tool that is not what the user has allowed. */
export function changedTool(name: string, what: string): AppError {
  return new AppError('pluginChanged', `The tool ${what}: ${name}`, { subject: name })
}
