import type { WorkflowMark, WorkflowRole } from '../../../shared/mediaWorkflow.ts'
import { inputOf, linkOf, literalsOf, nodeOf } from './workflowGraph.ts'
import type { Literal, WorkflowGraph, WorkflowNode } from './workflowGraph.ts'

type Side = 'positive' | 'negative'
type Place = Pick<WorkflowMark, 'node' | 'input'>

const textNames = /^(?:text|prompt|value|string|text_[gl]|clip_[lg]|t5xxl)$/

/** Returns the meanings that an input can have, by its value and its node. */
export function rolesFor({ value, class: name, input }: Literal): WorkflowRole[] {
  if (typeof value === 'number') return ['seed', 'width', 'height', 'count', 'setting']
  if (typeof value === 'boolean') return ['setting']
  const loads = /load.*(?:image|mask)/i.test(name) && input === 'image'
  return loads ? ['image', 'mask'] : ['prompt', 'negativePrompt', 'setting']
}

/** Proposes what the inputs of a workflow mean, by the classes of their nodes. */
export function proposeMarks(graph: WorkflowGraph): WorkflowMark[] {
  const literals = literalsOf(graph)
  const plain = literals.flatMap((literal) => {
    const role = plainRole(literal)
    return role ? [markOf(literal, role)] : []
  })
  const positive = textsAt(graph, 'positive')
  const taken = new Set(positive.map(keyOf))
  const negative = textsAt(graph, 'negative').filter((text) => !taken.has(keyOf(text)))
  return [
    ...positive.map((text) => markOf(text, 'prompt')),
    ...negative.map((text) => markOf(text, 'negativePrompt')),
    ...plain,
    ...transparencyMasks(graph, plain),
  ]
}

function keyOf({ node, input }: Place): string {
  return JSON.stringify([node, input])
}

function markOf({ node, input }: Place, role: WorkflowRole) {
  return { node, input, role }
}

/** The meaning of an input that its node alone tells. */
function plainRole({ class: name, input, value }: Literal): WorkflowRole | undefined {
  if (typeof value === 'string') {
    if (input !== 'image') return undefined
    if (name.startsWith('LoadImageMask')) return 'mask'
    return name.startsWith('LoadImage') ? 'image' : undefined
  }
  if (typeof value !== 'number') return undefined
  if (input === 'seed' || input === 'noise_seed') return 'seed'
  if (/sampler|scheduler|guid/i.test(name) && /^(?:steps|cfg|guidance)$/.test(input)) {
    return 'setting'
  }
  if (!/^Empty.*Latent/.test(name)) return undefined
  if (input === 'width' || input === 'height') return input
  return input === 'batch_size' ? 'count' : undefined
}

/** The pictures of which the workflow uses the transparency, unless it loads its mask apart. */
function transparencyMasks(graph: WorkflowGraph, marks: readonly WorkflowMark[]): WorkflowMark[] {
  if (marks.some(({ role }) => role === 'mask')) return []
  const used = new Set<string>()
  for (const { inputs } of Object.values(graph)) {
    for (const value of Object.values(inputs)) {
      const link = linkOf(value)
      if (link?.slot === 1) used.add(link.node)
    }
  }
  return marks
    .filter(({ role, node }) => role === 'image' && used.has(node))
    .map((mark) => markOf(mark, 'mask'))
}

/** Returns the texts that reach a sampler at its positive or negative side. */
function textsAt(graph: WorkflowGraph, side: Side): Place[] {
  const found: Place[] = []
  // Many ways can lead to a node, and in a circle.
  const seen = new Set<string>()
  const ahead = Object.values(graph).flatMap((node) => startsAt(node, side))
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const node = nodeOf(graph, id)
    // What is zeroed has no words of its own.
    if (!node || seen.has(id) || node.class_type.includes('ZeroOut')) continue
    seen.add(id)
    for (const [input, value] of Object.entries(node.inputs)) {
      const isText = textNames.test(input)
      if (isText && typeof value === 'string') found.push({ node: id, input })
      const link = linkOf(value)
      const leadsOn = isText || input === side || input.startsWith('conditioning')
      if (link && leadsOn) ahead.push(link.node)
    }
  }
  return found
}

/** Returns the nodes that a sampler or guider takes its conditioning from. */
function startsAt(node: WorkflowNode, side: Side): string[] {
  const isGuider = side === 'positive' && /guider$/i.test(node.class_type)
  return (isGuider ? [side, 'conditioning'] : [side]).flatMap(
    (name) => linkOf(inputOf(node, name))?.node ?? [],
  )
}
