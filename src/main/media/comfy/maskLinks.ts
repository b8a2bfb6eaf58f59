import { inputOf, linkOf, nodeOf, type WorkflowGraph, type WorkflowNode } from './workflowGraph.ts'

/** Longest path from a picture to the input that uses it as a mask, in nodes. */
const maxSteps = 20

interface Consumer {
  id: string
  node: WorkflowNode
  input: string
  slot: number
}

/** Tells whether a class of nodes loads a picture that the server has. */
export function loadsPicture(name: string): boolean {
  return name.startsWith('LoadImage')
}

/** Returns which outputs of a node others use. */
export function usedSlots(graph: WorkflowGraph, id: string): ReadonlySet<number> {
  return new Set(consumersOf(graph, id).map(({ slot }) => slot))
}

/**
 * Tells whether a loaded picture is nothing but a mask: whatever takes it makes a mask of it, or of
 * a loader beside others only the transparency is used.
 */
export function isMaskOnly(graph: WorkflowGraph, id: string): boolean {
  if (isTransparencyOnly(graph, id)) return true
  return !usedSlots(graph, id).has(1) && becomesMask(graph, id, maxSteps)
}

/** Tells whether only the transparency of a loaded picture is used, while another is the picture. */
export function isTransparencyOnly(graph: WorkflowGraph, id: string): boolean {
  if (nodeOf(graph, id)?.class_type.startsWith('LoadImageMask')) return false
  const used = usedSlots(graph, id)
  const others = Object.entries(graph).filter(
    ([other, { class_type: name }]) => other !== id && loadsPicture(name),
  )
  return used.has(1) && !used.has(0) && others.some(([other]) => usedSlots(graph, other).has(0))
}

function becomesMask(graph: WorkflowGraph, id: string, steps: number): boolean {
  const consumers = consumersOf(graph, id)
  if (consumers.length === 0 || steps === 0) return false
  return consumers.every(({ id: next, node, input }) => {
    if (/mask/i.test(input)) return true
    if (!/^(?:images?|pixels)$/.test(input)) return false
    // The node makes a mask of it, or only scales or crops it.
    return makesMask(node) ? true : becomesMask(graph, next, steps - 1)
  })
}

function makesMask({ class_type: name }: WorkflowNode): boolean {
  return /to_? ?mask|maskfrom|mask from|imagemask/i.test(name)
}

/** Returns the nodes that read a mask out of a channel of a loaded picture. */
export function channelNodes(graph: WorkflowGraph, id: string): string[] {
  const found: string[] = []
  const ahead = [id]
  const seen = new Set(ahead)
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const node = nodeOf(graph, next)
    if (typeof inputOf(node, 'channel') === 'string') {
      found.push(next)
      continue
    }
    for (const { id: after } of consumersOf(graph, next)) {
      if (!seen.has(after)) ahead.push(after)
      seen.add(after)
    }
  }
  return found
}

function consumersOf(graph: WorkflowGraph, id: string): Consumer[] {
  return Object.entries(graph).flatMap(([other, node]) =>
    Object.entries(node.inputs).flatMap(([input, value]) => {
      const link = linkOf(value)
      return link?.node === id ? [{ id: other, node, input, slot: link.slot }] : []
    }),
  )
}
