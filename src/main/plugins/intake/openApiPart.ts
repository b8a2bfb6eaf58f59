import type { SheetNote } from '../../../shared/plugins/pluginSheet.ts'
import type { OpenApiPlugin } from '../openapi/openApiTask.ts'
import type { OpenApiOperation } from '../openapi/operation.ts'
import type { ToolFacts } from '../sheet/compileTool.ts'

/** Tools and settings made from an OpenAPI document. */
export interface OpenApiPart {
  tools: readonly { facts: Omit<ToolFacts, 'destination'>; operation: OpenApiOperation }[]
  /** A JSON Schema of type `object` for the ways to sign in; null for none. */
  settings: Record<string, unknown> | null
  notes: readonly SheetNote[]
}

export function openApiPart({ tools, settings, notes }: OpenApiPlugin): OpenApiPart {
  return {
    tools: tools.map(({ operation, ...facts }) => ({
      facts: { ...facts, title: facts.name },
      operation,
    })),
    settings,
    notes,
  }
}
