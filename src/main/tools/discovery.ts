import { z } from 'zod'
import { estimateTextTokens } from '../../shared/chat/estimateTextTokens.ts'
import { hostedPictureName } from '../../shared/media/hostedPictures.ts'
import type { Tool } from './tool.ts'
import { parametersOf } from './parametersOf.ts'

/** More tools, or a larger share of the model's window, are found by the model when it needs them. */
const maxTools = 25
const maxWindowShare = 0.05
/** Characters of a description that each request carries. `find_tools` returns all of it. */
const maxDescriptionLength = 1024

const findToolsName = 'find_tools'
export const callToolName = 'call_tool'
/** No other tool may have these names. */
export const reservedNames: readonly string[] = [findToolsName, callToolName, hostedPictureName]

const maxFoundTools = 8
const foundDescriptionLength = 4000
const maxNamedPlugins = 50

const findSchema = z.object({
  query: z.string().max(500).describe('What the tool should do, in a few words.'),
})
export const callSchema = z.object({
  name: z.string().describe('The name of a tool, from find_tools.'),
  arguments: z.record(z.string(), z.unknown()).describe('Its arguments, as find_tools tells them.'),
})

/** The tools of a request, and those that may be called in answer to it. */
export interface OfferedTools {
  sent: readonly Tool[]
  callable: readonly Tool[]
}

/**
 * Returns what a request carries: all tools, or Parley's own with two by which the model finds and
 * calls the others. These two never change with what was found, so that a service can keep the
 * request in its cache.
 */
export function offerTools(
  tools: readonly Tool[],
  contextTokens: number | undefined,
): OfferedTools {
  if (!needsDiscovery(tools, contextTokens)) {
    return { sent: tools.map(withShortDescription), callable: tools }
  }
  const own = tools.filter(({ pluginId }) => pluginId === undefined)
  const others = tools.filter(({ pluginId }) => pluginId !== undefined)
  const find = findTools(others)
  return { sent: [...own, find, callTool], callable: [...tools, find] }
}

/** Tells whether the tools are too many, or too long for the model's window. */
export function needsDiscovery(tools: readonly Tool[], contextTokens: number | undefined): boolean {
  // Parley's own are always sent.
  if (tools.every(({ pluginId }) => pluginId === undefined)) return false
  if (tools.length > maxTools) return true
  if (contextTokens === undefined) return false
  const tokens = tools.reduce((sum, tool) => sum + tokensOf(tool), 0)
  return tokens > contextTokens * maxWindowShare
}

/** Returns the estimated tokens of a tool in a request. */
export function tokensOf(tool: Tool): number {
  const { name, description, parameters } = withShortDescription(tool)
  return estimateTextTokens(name + description + JSON.stringify(parameters))
}

function withShortDescription(tool: Tool): Tool {
  if (tool.description.length <= maxDescriptionLength) return tool
  const kept = tool.description.slice(0, maxDescriptionLength - 1).toWellFormed()
  return { ...tool, description: `${kept}…` }
}

/** The tool that calls another. It never runs itself: its call is judged as the other's. */
const callTool: Tool = {
  name: callToolName,
  title: callToolName,
  description: 'Calls a tool that find_tools has found.',
  get parameters() {
    return parametersOf(callSchema)
  },
  effect: 'read',
  consent: () => ({ ask: 'always' }),
  run: () => Promise.reject(new Error('There is no such tool.')),
}

function findTools(tools: readonly Tool[]): Tool {
  const plugins = [...new Set(tools.map(({ pluginTitle }) => pluginTitle ?? ''))]
  const names = plugins.slice(0, maxNamedPlugins).join(', ').slice(0, 700)
  return {
    name: findToolsName,
    title: findToolsName,
    description: `Finds tools by what they do. Call them with call_tool. There are tools of: ${names}`,
    parameters: parametersOf(findSchema),
    effect: 'read',
    consent: () => ({ ask: 'never' }),
    run: (input) => {
      const found = searchTools(tools, findSchema.parse(input).query).map(describe)
      const text = found.length === 0 ? 'No tool was found.' : found.join('\n\n')
      return Promise.resolve({ parts: [{ type: 'text', text }] })
    },
  }
}

function describe({ name, description, parameters }: Tool): string {
  const shown = description.slice(0, foundDescriptionLength)
  return `## ${name}\n${shown}\nArguments: ${JSON.stringify(parameters)}`
}

/** Returns the tools that fit a query best: words in names count more than in descriptions. */
export function searchTools(tools: readonly Tool[], query: string): Tool[] {
  const words = wordsOf(query)
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0 || words.length === 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxFoundTools)
    .map(({ tool }) => tool)
}

function scoreOf({ name, title, pluginTitle = '', description }: Tool, words: readonly string[]) {
  const names = `${name} ${title} ${pluginTitle}`.toLowerCase()
  const text = description.toLowerCase()
  return words.reduce(
    (score, word) => score + (names.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0),
    0,
  )
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
