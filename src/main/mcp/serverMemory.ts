import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import type { McpConfig } from '../../shared/plugins/mcp.ts'

const rememberedSchema = z.object({
  /** SHA-256 of the configuration that it was learned with: another program may differ. */
  config: z.string(),
  /** `modern` for the revision 2026-07-28 and later. */
  era: z.enum(['legacy', 'modern']),
  prompts: z.boolean(),
  resources: z.boolean(),
})
/** Facts kept about a server, for the time when it does not run. */
export type RememberedServer = Omit<z.infer<typeof rememberedSchema>, 'config'>

/** Reads and writes the facts about one server, in a file of its folder. */
export interface ServerMemory {
  /** Returns what is known of the server with this configuration; null for nothing. */
  read: (config: McpConfig) => Promise<RememberedServer | null>
  write: (config: McpConfig, known: RememberedServer) => Promise<void>
}

export function createServerMemory(folder: string): ServerMemory {
  const file = join(folder, 'known.json')
  return {
    async read(config) {
      const text = await readFile(file, 'utf8').catch(() => '')
      const known = rememberedSchema.safeParse(parseJson(text)).data
      return known?.config === configHash(config) ? known : null
    },
    async write(config, known) {
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ config: configHash(config), ...known }))
    },
  }
}

/** Returns the SHA-256 of a configuration, in hex. */
export function configHash(config: McpConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex')
}
