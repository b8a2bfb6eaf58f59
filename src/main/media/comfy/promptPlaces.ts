import { isSampler, leadsToWords, sideOf, type Side } from './graphLinks.ts'
import { hasOtherSide, isWords, isZeroed, readText } from './readText.ts'
import {
  inputOf,
  linkOf,
  nodeOf,
  type Place,
  type WorkflowGraph,
  type WorkflowNode,
} from './workflowGraph.ts'

/** Inputs of an encoder that all get the whole prompt. */
const encoderText = /^(?:text_[gl]|clip_[lg]|t5xxl|llama)$/

/**
 * Returns the texts that reach a sampler at one side. Of texts that a node joins it is the longest:
 * the others stay as they are. A workflow without a sampler has those that are called a prompt.
 */
export function promptPlaces(graph: WorkflowGraph, side: Side): Place[] {
  // Many ways can lead to a node, and in a circle.
  const seen = new Set<string>()
  const found: Place[] = []
  const ahead = Object.values(graph).flatMap((node) => startsAt(node, side))
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const node = nodeOf(graph, id)
    if (!node || seen.has(id) || isZeroed(node)) continue
    seen.add(id)
    for (const { input, value } of sourcesOf(graph, node, side)) {
      const link = linkOf(value)
      if (link) ahead.push(link.node)
      else found.push({ node: id, input })
    }
  }
  return found.length > 0 ? found : namedPrompts(graph, side)
}

interface Source {
  input: string
  value: unknown
}

/** Returns the inputs of a node that give it its words: links, and texts of its own. */
function sourcesOf(graph: WorkflowGraph, node: WorkflowNode, side: Side): Source[] {
  const sources = Object.entries(node.inputs).flatMap(([input, value]): Source[] => {
    if (!leadsToWords(input, side)) return []
    if (side === 'negative' && hasOtherSide(node, input)) return []
    return linkOf(value) || isWords(input, value) ? [{ input, value }] : []
  })
  const isEncoder =
    linkOf(inputOf(node, 'clip')) !== undefined ||
    sources.some(({ input, value }) => encoderText.test(input) || isConditioning(input, value))
  if (isEncoder || sources.length < 2) return sources
  const lengthOf = ({ value }: Source): number => {
    const link = linkOf(value)
    return (link ? readText(graph, link.node, side) : String(value)).length
  }
  const lengths = sources.map((source) => ({ source, length: lengthOf(source) }))
  const longest = lengths.toSorted((first, second) => second.length - first.length)[0]
  return longest ? [longest.source] : []
}

function isConditioning(input: string, value: unknown): boolean {
  const isNamedSo = /^cond|_embeds$/.test(input) || sideOf(input) !== undefined
  return isNamedSo && linkOf(value) !== undefined
}

/** Returns the nodes that a sampler or guider takes its conditioning from. */
function startsAt(node: WorkflowNode, side: Side): string[] {
  const isWithoutSide = side === 'positive' && /guider$/i.test(node.class_type)
  const samples = isSampler(node)
  return Object.entries(node.inputs).flatMap(([input, value]) => {
    const isStart =
      sideOf(input) === side ||
      (isWithoutSide && input === 'conditioning') ||
      (samples && /^conditioning$|(?:text|hyvid|prompt)_embeds$/.test(input))
    const link = isStart ? linkOf(value) : undefined
    return link ? [link.node] : []
  })
}

/** Returns the texts whose input or node is called a prompt of this side. */
function namedPrompts(graph: WorkflowGraph, side: Side): Place[] {
  return Object.entries(graph).flatMap(([node, { inputs, _meta: meta }]) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      const title = meta?.title ?? ''
      const isPrompt =
        /prompt/i.test(input) || (/prompt|positive|negative/i.test(title) && isWords(input, value))
      const isNegative = sideOf(input) === 'negative' || /negative/i.test(title)
      const isWanted = typeof value === 'string' && isPrompt && isNegative === (side === 'negative')
      return isWanted ? [{ node, input }] : []
    }),
  )
}
