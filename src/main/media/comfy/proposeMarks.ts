import type { WorkflowMark, WorkflowRole } from '../../../shared/media/mediaWorkflow.ts'
import { findSampler, isSampler, latentNodes, numberPlace } from './graphLinks.ts'
import { isMaskOnly, loadsPicture, usedSlots } from './maskLinks.ts'
import { promptPlaces } from './promptPlaces.ts'
import { literalsOf, type Place } from './workflowGraph.ts'
import type { Literal, WorkflowGraph } from './workflowGraph.ts'

/** Returns the meanings that an input can have, by its value and its node. */
export function rolesFor({ value, class: name, input }: Literal): WorkflowRole[] {
  if (typeof value === 'number') return ['seed', 'width', 'height', 'count', 'setting']
  if (typeof value === 'boolean') return ['setting']
  const loads = /load.*(?:image|mask)/i.test(name) && input === 'image'
  return loads ? ['image', 'mask'] : ['prompt', 'negativePrompt', 'setting']
}

/** Proposes what the inputs of a workflow mean, by their links, and by the classes of their nodes. */
export function proposeMarks(graph: WorkflowGraph): WorkflowMark[] {
  const plain = literalsOf(graph).flatMap((literal) => {
    const role = plainRole(graph, literal)
    return role ? [markOf(literal, role)] : []
  })
  const positive = promptPlaces(graph, 'positive')
  const taken = new Set(positive.map(keyOf))
  const negative = promptPlaces(graph, 'negative').filter((text) => !taken.has(keyOf(text)))
  const known = new Set(plain.map(keyOf))
  const linked = samplerMarks(graph).filter((mark) => !known.has(keyOf(mark)))
  const hasSize = plain.some(({ role }) => role === 'width' || role === 'height')
  return [
    ...positive.map((text) => markOf(text, 'prompt')),
    ...negative.map((text) => markOf(text, 'negativePrompt')),
    ...plain,
    ...linked,
    ...(hasSize ? [] : sizeMarks(graph)),
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
function plainRole(
  graph: WorkflowGraph,
  { class: name, node, input, value }: Literal,
): WorkflowRole | undefined {
  if (typeof value === 'string') {
    if (input !== 'image' || !loadsPicture(name)) return undefined
    return name.startsWith('LoadImageMask') || isMaskOnly(graph, node) ? 'mask' : 'image'
  }
  if (typeof value !== 'number') return undefined
  if (input === 'seed' || input === 'noise_seed') return 'seed'
  if (/sampler|scheduler|guid/i.test(name) && /^(?:steps|cfg|guidance)$/.test(input)) {
    return 'setting'
  }
  if (/^(?:frame_rate|fps)$/.test(input)) return 'setting'
  if (!/^Empty.*Latent/.test(name)) return undefined
  return sizeRole(input)
}

/** The meaning of a number of a node that makes the latent picture. */
function sizeRole(input: string): WorkflowRole | undefined {
  if (input === 'width' || input === 'height') return input
  if (input === 'batch_size') return 'count'
  return /^(?:length|num_frames|video_frames|frames)$/.test(input) ? 'setting' : undefined
}

/** The seed and the steps of samplers that other nodes give. */
function samplerMarks(graph: WorkflowGraph): WorkflowMark[] {
  return Object.entries(graph).flatMap(([node, each]) => {
    if (!isSampler(each)) return []
    return (['seed', 'noise_seed', 'steps', 'cfg'] as const).flatMap((input) => {
      const place = numberPlace(graph, { node, input })
      const role = input === 'steps' || input === 'cfg' ? 'setting' : 'seed'
      return place ? [markOf(place, role)] : []
    })
  })
}

/**
 * The size of the latent picture that the first sampler begins with, whatever node makes it: of a
 * video that begins with a picture, it is the node that puts that in.
 */
function sizeMarks(graph: WorkflowGraph): WorkflowMark[] {
  const sampler = findSampler(graph)
  if (!sampler) return []
  for (const [node, each] of latentNodes(graph, sampler[1])) {
    const places = ['width', 'height'].map((input) => numberPlace(graph, { node, input }))
    if (places.includes(undefined)) continue
    return Object.keys(each.inputs).flatMap((input) => {
      const role = sizeRole(input)
      const place = role && numberPlace(graph, { node, input })
      return role && place ? [markOf(place, role)] : []
    })
  }
  return []
}

/** The pictures of which the workflow uses the transparency, unless it loads its mask apart. */
function transparencyMasks(graph: WorkflowGraph, marks: readonly WorkflowMark[]): WorkflowMark[] {
  if (marks.some(({ role }) => role === 'mask')) return []
  return marks
    .filter(({ role, node }) => role === 'image' && usedSlots(graph, node).has(1))
    .map((mark) => markOf(mark, 'mask'))
}
