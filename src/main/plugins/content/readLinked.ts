import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { maxUriLength } from '../../../shared/limits.ts'
import { resourceLinkSchema, type ResourceLink } from '../../../shared/chat/parts.ts'
import { readBlock } from '../../mcp/readResult.ts'
import type { Database } from '../../storage/connection.ts'
import type { Tool, ToolCallContext } from '../../tools/tool.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { AskServer } from './askServer.ts'
import { sourceOfPlugin } from './keepFile.ts'
import { parametersOf } from '../../tools/parametersOf.ts'

export interface ReadLinkedOptions {
  database: Database
  /** Returns the plugins that are on in a chat. */
  onIn: (conversationId: string) => readonly StoredPlugin[]
  ask: AskServer
}

const inputSchema = z.object({
  uri: z
    .string()
    .min(1)
    .max(maxUriLength)
    .describe('The address of the resource, exactly as a result names it.'),
})

/**
 * Returns the tool that reads a resource to which a result of the same chat links. A model can't
 * name another one: the address could carry what it has read.
 */
export function readLinked({ database, onIn, ask }: ReadLinkedOptions): Tool {
  const find = (input: unknown, context: ToolCallContext) => {
    const { uri } = inputSchema.parse(input)
    const link = linksFor(database, context).find((known) => known.uri === uri)
    const plugin = onIn(context.conversationId).find(({ id }) => id === link?.pluginId)
    if (link && plugin) return { link, plugin }
    throw new AppError('pluginRefused', `No result of this chat links to ${uri}`, { subject: uri })
  }
  return {
    name: 'read_resource',
    title: 'Read a linked resource',
    description: 'Reads a resource to which a result of this chat links.',
    parameters: parametersOf(inputSchema),
    effect: 'read',
    consent(input, context) {
      const { plugin } = find(input, context)
      const server = createHash('sha256').update(JSON.stringify(plugin.program.mcp)).digest('hex')
      return {
        ask: 'oncePerChat',
        scope: `resources ${plugin.id} ${server}`,
        destination: sourceOfPlugin(plugin),
      }
    },
    async run(input, context, signal) {
      const { link, plugin } = find(input, context)
      const { uri } = link
      const logged = { name: 'resources/read', arguments: { uri } }
      const { contents } = await ask(
        plugin.id,
        logged,
        (client, request) => client.readResource({ uri }, { ...request, cacheMode: 'bypass' }),
        signal,
      )
      const parts = contents.flatMap((resource, at) =>
        readBlock({ type: 'resource', resource }, at + 1),
      )
      return { parts, source: sourceOfPlugin(plugin) }
    },
  }
}

/** Returns the links in the results of a chat, those of the answer that is being written first. */
function linksFor(
  database: Database,
  { conversationId, earlier }: ToolCallContext,
): ResourceLink[] {
  const rows = database.all(
    `SELECT parts FROM message WHERE conversation_id = ? AND instr(parts, '"links":[') > 0
     ORDER BY sequence DESC`,
    conversationId,
  )
  return [...linksIn(earlier), ...rows.flatMap((row) => linksIn(parseJson(String(row['parts']))))]
}

const linkedSchema = z.object({
  type: z.literal('toolResult'),
  links: z.array(resourceLinkSchema),
})

function linksIn(parts: unknown): ResourceLink[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => linkedSchema.safeParse(part).data?.links ?? [])
}
