import { inputOf, linkOf, nodeOf } from './workflowGraph.ts'
import type { Place, WorkflowGraph, WorkflowNode } from './workflowGraph.ts'

/** Nodes that a walk from one input visits before it gives up. */
const maxNodes = 10_000

/** Inputs that never lead to the words of a prompt, whatever node they belong to. */
const wordless =
  /^(?:model|clip|vae|images?|pixels|masks?|noise|sigmas|sampler|samples|audio|control_net|latent|latent_image|clip_vision.*|style_model|upscale_model|insightface|ipadapter)(?:_?\d+)?$/

export type Side = 'positive' | 'negative'

/** Tells whether an input may lead to the words of one side of a sampler. */
export function leadsToWords(input: string, side: Side): boolean {
  return !wordless.test(input) && sideOf(input) !== opposite(side)
}

/** The side that an input is named after; undefined if its name tells none. */
export function sideOf(input: string): Side | undefined {
  if (/^neg|negative/i.test(input)) return 'negative'
  return /^pos(?:$|_)|positive/i.test(input) ? 'positive' : undefined
}

function opposite(side: Side): Side {
  return side === 'positive' ? 'negative' : 'positive'
}

/**
 * Yields the nodes that lead to an input, the nearest first, each once. `follows` tells through which
 * inputs of a node the walk goes on.
 */
export function* nodesBefore(
  graph: WorkflowGraph,
  start: readonly string[],
  follows: (input: string, node: WorkflowNode) => boolean,
): Generator<readonly [id: string, node: WorkflowNode]> {
  const seen = new Set(start)
  const ahead = [...start]
  for (let place = 0; place < ahead.length && place < maxNodes; place += 1) {
    const id = ahead[place] ?? ''
    const node = nodeOf(graph, id)
    if (!node) continue
    yield [id, node]
    for (const [input, value] of Object.entries(node.inputs)) {
      const link = linkOf(value)
      if (!link || seen.has(link.node) || !follows(input, node)) continue
      seen.add(link.node)
      ahead.push(link.node)
    }
  }
}

const seedName = /^(?:noise_)?seed$/
const latentName = /^(?:latent|latent_image|samples|image_embeds)$/

/**
 * Tells whether a node samples, by its inputs: it has a seed or noise, and conditioning or a guider.
 */
export function isSampler({ inputs }: WorkflowNode): boolean {
  const names = Object.keys(inputs)
  const isLinked = (name: RegExp): boolean =>
    names.some((input) => name.test(input) && linkOf(inputs[input]))
  const hasNoise = names.some((input) => seedName.test(input) || input === 'noise')
  return hasNoise && isLinked(/^(?:positive|guider|conditioning|.*_embeds)$/)
}

/**
 * Returns the sampler that a picture begins with: one that no other leads to by its latent picture,
 * of those that an output needs if there are such.
 */
export function findSampler(graph: WorkflowGraph): [id: string, node: WorkflowNode] | undefined {
  const outputs = Object.entries(graph).filter(([, { class_type: name }]) =>
    /save|preview|combine|output/i.test(name),
  )
  const needed = new Set(
    [
      ...nodesBefore(
        graph,
        outputs.map(([id]) => id),
        () => true,
      ),
    ].map(([id]) => id),
  )
  const all = Object.entries(graph).filter(([, node]) => isSampler(node))
  const used = all.filter(([id]) => needed.has(id))
  const samplers = used.length > 0 ? used : all
  const isFirst = ([id, node]: [string, WorkflowNode]): boolean =>
    [...latentNodes(graph, node)].every(
      ([before, other]) =>
        before === id || !isSampler(other) || !samplers.some(([one]) => one === before),
    )
  return samplers.find(isFirst) ?? samplers[0]
}

/** Yields the nodes that a sampler's latent picture comes from, the nearest first. */
export function latentNodes(
  graph: WorkflowGraph,
  sampler: WorkflowNode,
): Generator<readonly [id: string, node: WorkflowNode]> {
  const start = Object.entries(sampler.inputs).flatMap(([input, value]) => {
    const link = latentName.test(input) ? linkOf(value) : undefined
    return link ? [link.node] : []
  })
  return nodesBefore(graph, start, (input) => !/^(?:model|clip|vae|positive|negative)$/.test(input))
}

/** Inputs of a node that only passes a value on: a primitive, or one that the user has typed in. */
const valueNames = ['value', 'seed', 'int', 'float', 'number', 'Number', 'a']

/** Returns the number that an input has, also if a primitive or a reroute gives it. */
export function numberAt(graph: WorkflowGraph, value: unknown, name: string): number | undefined {
  const link = linkOf(value)
  const place = link && numberBehind(graph, link.node, name)
  const found = place ? inputOf(nodeOf(graph, place.node), place.input) : value
  if (typeof found === 'string' && /^\d+(?:\.\d+)?$/.test(found)) return Number(found)
  return typeof found === 'number' ? found : undefined
}

/** Returns the input that holds the number of an input: itself, or that of a primitive. */
export function numberPlace(graph: WorkflowGraph, { node, input }: Place): Place | undefined {
  const value = inputOf(nodeOf(graph, node), input)
  if (typeof value === 'number') return { node, input }
  const link = linkOf(value)
  const place = link && numberBehind(graph, link.node, input)
  const isNumber = place && typeof inputOf(nodeOf(graph, place.node), place.input) === 'number'
  return isNumber ? place : undefined
}

function numberBehind(graph: WorkflowGraph, start: string, name: string): Place | undefined {
  let id = start
  for (let passed = 0; passed < 50; passed += 1) {
    const node = nodeOf(graph, id)
    const names = Object.keys(node?.inputs ?? {})
    const only = names.length === 1 ? names : []
    const input = [name, ...valueNames, ...only].find((each) => names.includes(each))
    if (input === undefined) return undefined
    const link = linkOf(inputOf(node, input))
    if (!link) return { node: id, input }
    id = link.node
  }
  return undefined
}
