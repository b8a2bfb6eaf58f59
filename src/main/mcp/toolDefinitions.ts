import { isDeepStrictEqual } from 'node:util'
import type { Client, Tool as McpTool } from '@modelcontextprotocol/client'
import type { ToolView } from '../../shared/plugins/pluginSheet.ts'
import type { ToolDefinition } from './serverSetup.ts'
import { isListCut } from './boundLists.ts'
import { readToolView } from './toolView.ts'

/** A server's own claims about a tool, unverified: they may only make Parley more careful. */
export interface ToolHints {
  readOnly: boolean
  destructive: boolean
  openWorld: boolean
}

/** A tool as its server lists it now. */
export interface ListedTool extends ToolDefinition {
  title: string
  hints: ToolHints
  view?: ToolView
  /** Whether it is called as a task of the older revisions. */
  isTask: boolean
}

const maxTools = 500
const maxTitleLength = 300
const maxDescriptionLength = 20_000
/** As of manifests. What is deeper overflows the stack of whoever walks through it. */
const maxLevels = 200

/** The tools that a server lists, as far as Parley takes them. */
export interface ReadTools<Tool = ListedTool> {
  tools: readonly Tool[]
  /** Number of tools that were read but left out. */
  leftOut: number
  /** Whether the list had no end and was cut. */
  isCut: boolean
}

/**
 * Returns the tools that a server lists, at most 500, with their texts cut. Those whose parameters
 * are nested too deeply are left out, because no service would take them and the others suffer.
 */
export function readTools(listed: readonly McpTool[], client: Client): ReadTools {
  const tools = listed
    .slice(0, maxTools)
    .filter(({ inputSchema }) => isShallow(inputSchema))
    .map(({ name, title, description, inputSchema, annotations, execution, _meta }) => ({
      name,
      title: (title ?? annotations?.title ?? name).slice(0, maxTitleLength).toWellFormed(),
      description: (description ?? '').slice(0, maxDescriptionLength).toWellFormed(),
      parameters: inputSchema,
      isTask: ['optional', 'required'].includes(execution?.taskSupport ?? ''),
      hints: {
        readOnly: annotations?.readOnlyHint === true,
        destructive: annotations?.destructiveHint === true,
        openWorld: annotations?.openWorldHint !== false,
      },
      ...viewOf(_meta),
    }))
  const isCut = isListCut(client, 'tools/list')
  return { tools, leftOut: listed.length - tools.length, isCut }
}

/** Tells whether a value has few levels, without recursion. */
function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= maxLevels; depth += 1) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? Object.values(each as Readonly<Record<string, unknown>>)
        : [],
    )
    if (level.length === 0) return true
  }
  return false
}

function viewOf(meta: unknown): Pick<ListedTool, 'view'> {
  const view = readToolView(meta)
  return view ? { view } : {}
}

/** Whether a tool still is what the user has accepted. */
export function isSameTool(listed: ToolDefinition, accepted: ToolDefinition): boolean {
  return (
    listed.name === accepted.name &&
    listed.description === accepted.description &&
    isDeepStrictEqual(listed.parameters, accepted.parameters)
  )
}

/** Whether a list of tools differs in any from what the user has accepted. */
export function areSameTools(
  listed: readonly ToolDefinition[],
  accepted: readonly ToolDefinition[],
): boolean {
  if (listed.length !== accepted.length) return false
  const byName = new Map(accepted.map((tool) => [tool.name, tool]))
  return listed.every((tool) => {
    const before = byName.get(tool.name)
    return before !== undefined && isSameTool(tool, before)
  })
}
