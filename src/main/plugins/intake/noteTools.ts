import type { PluginTool, SheetNote } from '../../../shared/plugins/pluginSheet.ts'
import type { ReadTools } from '../../mcp/toolDefinitions.ts'
import { hasHiddenCharacters, hidesInName } from '../sheet/hiddenCharacters.ts'
import { skeletonOf, letterSkeletonOf } from './lookAlike.ts'

type NamedTool = Pick<PluginTool, 'name' | 'title' | 'description' | 'parameters'>

/** The names of Parley's own tools. */
export const ownToolNames: readonly string[] = [
  'calculate',
  'call_tool',
  'current_time',
  'fetch_page',
  'find_tools',
  'generate_image',
  'image_generation',
  'read_attachment',
  'read_passage',
  'read_resource',
  'search_chats',
  'search_knowledge',
]

/** Returns the notes on tools that a server lists and Parley leaves out, or has not read. */
export function noteToolsLeftOut({
  leftOut,
  isCut,
}: Pick<ReadTools, 'leftOut' | 'isCut'>): SheetNote[] {
  const path = 'tools'
  return [
    ...(leftOut > 0 ? [{ code: 'toolsLeftOut' as const, path, subject: String(leftOut) }] : []),
    ...(isCut ? [{ code: 'toolsCut' as const, path, subject: '' }] : []),
  ]
}

/**
 * Returns a note for each tool whose name is easily taken for another's: for one of the same list,
 * of another plugin (`others`, by name) or of Parley's own. And one for each text of a tool with
 * characters that its reader can't see.
 */
export function noteTools(tools: readonly NamedTool[], others: readonly string[]): SheetNote[] {
  const own = new Set(ownToolNames.map(skeletonOf))
  const known = groupBySkeleton([...others, ...tools.map(({ name }) => name)])
  return tools.flatMap(({ name, title, description, parameters }): SheetNote[] => {
    const path = `tools.${name}`.slice(0, 300)
    const subject = name.slice(0, 300)
    const alike = known.get(letterSkeletonOf(name)) ?? new Set()
    const looksLike =
      isDisguised(name) || mixesScripts(title) || own.has(skeletonOf(name)) || alike.size > 1
    const hides =
      hidesInName(name) ||
      [title, description, JSON.stringify(parameters)].some(hasHiddenCharacters)
    return [
      ...(looksLike ? [{ code: 'toolLooksLike' as const, path, subject }] : []),
      ...(hides ? [{ code: 'hiddenCharacters' as const, path, subject }] : []),
    ]
  })
}

function groupBySkeleton(names: readonly string[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const name of names) {
    const skeleton = letterSkeletonOf(name)
    const group = groups.get(skeleton)
    if (group) group.add(name)
    else groups.set(skeleton, new Set([name]))
  }
  return groups
}

const alikeScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/** Tells whether a name is written in letters that pass for Latin ones, such as full-width ones. */
function isDisguised(name: string): boolean {
  if (name.normalize('NFC') !== name.normalize('NFKC')) return true
  // A whole word of another script is a word, unless each of its letters passes for a Latin one.
  return mixesScripts(name) || (alikeScripts.test(name) && /^[a-z\d]+$/.test(skeletonOf(name)))
}

/** Tells whether a word of a text has Latin letters and such that look alike. */
function mixesScripts(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => alikeScripts.test(word) && /\p{Script=Latin}/u.test(word))
}
