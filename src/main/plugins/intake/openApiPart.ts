import type { SheetNote } from '../../../shared/pluginSheet.ts'
import type { ToolFacts } from '../sheet/compileTool.ts'

/** What an OpenAPI document gives a plugin. */
export interface OpenApiPart {
  text: string
  /** The address that it was read from; null for a file. */
  url: string | null
  /** The tools, each with the address of its server. */
  tools: readonly { facts: Omit<ToolFacts, 'destination'>; server: URL }[]
  /** A JSON Schema of type `object` for the ways to sign in; null for none. */
  settings: Record<string, unknown> | null
  notes: readonly SheetNote[]
}
