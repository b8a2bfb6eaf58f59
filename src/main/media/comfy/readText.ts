import { leadsToWords, sideOf, type Side } from './graphLinks.ts'
import { linkOf, nodeOf, type WorkflowGraph, type WorkflowNode } from './workflowGraph.ts'

/** Limits for joining a prompt's text: links followed in a row, and texts in all. */
const maxDepth = 200
const maxTexts = 500

const textName =
  /^(?:text|prompt|value|string|caption|tags|wildcard|populated|t5xxl|clip_[lg]|positive|negative|pos|neg|str|content|description)(?:_?[a-z]|_?\d+)?$|(?:^|_)(?:text|prompt|string)(?:_[a-z\d]+)?$|(?:text|prompt|string)\d*$/i
const fileName =
  /\.(?:safetensors|ckpt|pt|pth|gguf|sft|bin|png|jpe?g|webp|mp4|wav|json|ya?ml|txt)$/i

/**
 * Tells whether the value of an input is words, also of a node that nobody knows: its input is
 * named so, or the value is a phrase. Names of files and of choices are none.
 */
export function isWords(input: string, value: unknown): value is string {
  if (typeof value !== 'string' || fileName.test(value)) return false
  if (/^(?:delimiter|separator|mode|type|style|device|path|filename.*)$/i.test(input)) return false
  return textName.test(input) || /\p{L}{2,}[,.]? \p{L}{2,}[,.]? \p{L}/u.test(value)
}

/** A node that zeroes conditioning has no words of its own. */
export function isZeroed({ class_type: name }: WorkflowNode): boolean {
  return name.includes('ZeroOut')
}

/** Returns the nodes that give a sampler its words of one side, by their ids. */
export function textStarts(graph: WorkflowGraph, sampler: string, side: Side): string[] {
  const node = nodeOf(graph, sampler)
  const named = Object.entries(node?.inputs ?? {}).flatMap(([input, value]) => {
    const link = linkOf(value)
    return link ? [{ input, id: link.node }] : []
  })
  const own = named.filter(({ input }) => sideOf(input) === side)
  if (own.length > 0) return own.map(({ id }) => id)
  const guiders = named.filter(({ input }) => input === 'guider')
  if (guiders.length > 0) {
    const [{ id } = { id: '' }] = guiders
    const guider = nodeOf(graph, id)
    const hasSide = Object.keys(guider?.inputs ?? {}).some((input) => sideOf(input) !== undefined)
    // A guider without sides has one conditioning, which is positive.
    return hasSide || side === 'positive' ? textStarts(graph, id, side) : []
  }
  return named
    .filter(({ input }) => /^conditioning|_embeds$|^cond/.test(input) && leadsToWords(input, side))
    .map(({ id }) => id)
}

/**
 * Returns the words that a node makes, from its own inputs and those that lead to it: an encoder, a
 * primitive, or one that joins texts. Empty if it has none.
 */
export function readText(graph: WorkflowGraph, id: string, side: Side): string {
  let count = 0
  const read = (at: string, path: readonly string[]): string => {
    const node = nodeOf(graph, at)
    if (!node || path.includes(at) || path.length > maxDepth || isZeroed(node)) return ''
    const parts: string[] = []
    for (const [input, value] of Object.entries(node.inputs)) {
      if (!leadsToWords(input, side)) continue
      // A text that is told for the other side alone is none of this one.
      if (side === 'negative' && hasOtherSide(node, input)) continue
      const link = linkOf(value)
      count += 1
      if (count > maxTexts) break
      if (link) parts.push(read(link.node, [...path, at]))
      else if (isWords(input, value)) parts.push(value.trim())
    }
    const separator = separatorOf(node)
    return [...new Set(parts)].filter((part) => part !== '').join(separator)
  }
  return read(id, [])
}

/**
 * Tells whether a text without a side is positive because its node has a negative one beside it.
 */
export function hasOtherSide({ inputs }: WorkflowNode, input: string): boolean {
  return (
    sideOf(input) === undefined &&
    Object.entries(inputs).some(
      ([name, value]) => sideOf(name) === 'negative' && typeof value === 'string',
    )
  )
}

function separatorOf({ inputs }: WorkflowNode): string {
  const given = inputs['delimiter'] ?? inputs['separator']
  return typeof given === 'string' ? given.replaceAll('\\n', '\n') : ', '
}
