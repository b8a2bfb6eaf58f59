import { z } from 'zod'
import index from '../../../resources/plugins/index.json' with { type: 'json' }
import { onFirstUse } from '../../shared/onFirstUse.ts'
import { pluginIdSchema } from '../../shared/plugins/pluginSheet.ts'
import type { IndexEntry } from '../../shared/plugins/plugins.ts'
import { markEntry } from './markEntry.ts'

const commonFields = {
  id: pluginIdSchema,
  title: z.string(),
  description: z.string(),
  author: z.string(),
  avatar: z.string().nullable(),
  homepage: z.url(),
  category: z.string(),
  tags: z.array(z.string()),
}

/** A plugin of the bundled index: a manifest's address, or the `server.json` of an MCP server. */
const indexedServerSchema = z.strictObject({
  ...commonFields,
  server: z.looseObject({ name: z.string() }),
})
export type IndexedServer = z.infer<typeof indexedServerSchema>
const indexedSchema = z.union([
  z.strictObject({
    ...commonFields,
    manifest: z.url(),
    /** The manifest's kind of page, given where Parley can't show every page of that kind. */
    page: z.literal('module').optional(),
  }),
  indexedServerSchema,
])
export type Indexed = z.infer<typeof indexedSchema>

/** Returns the bundled index by id. */
export const bundledIndex = onFirstUse((): ReadonlyMap<string, Indexed> => {
  const entries = [...index.plugins, ...index.servers].map((entry) => indexedSchema.parse(entry))
  return new Map(entries.map((entry) => [entry.id, entry]))
})

/** Returns the entries for the page, in the order of the index. */
export function indexEntries(): IndexEntry[] {
  return [...bundledIndex().values()].map((entry) => {
    const { id, title, description, author, avatar, homepage, category, tags } = entry
    return {
      ...{ id, title, description, author, avatar, homepage, category, tags },
      format: 'manifest' in entry ? ('manifest' as const) : ('mcp' as const),
      mark: markEntry(entry),
    }
  })
}
