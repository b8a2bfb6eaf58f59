import { isObject } from '../../../shared/json.ts'
import {
  findSampler,
  latentNodes,
  leadsToWords,
  nodesBefore,
  numberAt,
  type Side,
} from '../comfy/graphLinks.ts'
import { readText, textStarts } from '../comfy/readText.ts'
import { graphSchema, linkOf, type WorkflowGraph } from '../comfy/workflowGraph.ts'
import { parsePythonJson } from '../parsePythonJson.ts'
import type { FoundSettings } from './readParameters.ts'

/**
 * Reads a graph in API format, as ComfyUI writes it into its pictures: from the first sampler along
 * the links to the texts, the seed, the size and the rest. Undefined for anything else.
 */
export function readComfySettings(text: string): FoundSettings | undefined {
  const json = parsePythonJson(text)
  if (!isObject(json)) return undefined
  // A node that is no node leaves the others readable.
  const nodes = Object.entries(json).filter(
    ([, node]) => isObject(node) && isObject(node['inputs']),
  )
  const graph = graphSchema.safeParse(Object.fromEntries(nodes)).data
  if (!graph || nodes.length === 0) return undefined
  const sampler = findSampler(graph)
  if (!sampler) return withoutSampler(graph)
  const [id, node] = sampler
  const own = [...nodesBefore(graph, [id], leadsToSampling)].map(([, each]) => each.inputs)
  const conditioning = [...conditioningNodes(graph, id)].map(([, each]) => each.inputs)
  const latent = [...latentNodes(graph, node)].map(([, each]) => each.inputs)
  const find = (inputs: typeof own, names: readonly string[]): number | undefined =>
    firstOf(inputs, names, (value, name) => numberAt(graph, value, name))
  const sized = latent.find(
    ({ width, height }) => numberAt(graph, width, 'width') && numberAt(graph, height, 'height'),
  )
  const models = [...nodesBefore(graph, [id], leadsToModel)].map(([, each]) => each.inputs)
  return {
    prompt: textOfSide(graph, id, 'positive'),
    negativePrompt: textOfSide(graph, id, 'negative') || undefined,
    modelId:
      firstOf(models, modelNames, textOnly) ??
      firstOf(
        Object.values(graph).map(({ inputs }) => inputs),
        loaderNames,
        textOnly,
      ),
    seed: find(own, ['seed', 'noise_seed']),
    steps: find(own, ['steps']),
    // A distilled model is guided by its conditioning, and its sampler's own guidance is 1 then.
    guidance: find(conditioning, ['guidance']) ?? find(own, ['cfg', 'cfg_conds', 'guidance']),
    width: sized && numberAt(graph, sized['width'], 'width'),
    height: sized && numberAt(graph, sized['height'], 'height'),
    sampler_name: firstOf(own, ['sampler_name', 'sampler'], textOnly),
    scheduler: firstOf(own, ['scheduler'], textOnly),
  }
}

const loaderNames = ['ckpt_name', 'unet_name'] as const
const modelNames = [...loaderNames, 'model_name', 'diffusion_name', 'model'] as const

function leadsToSampling(input: string): boolean {
  return /^(?:noise|guider|sigmas|sampler|scheduler|steps|cfg|seed|noise_seed)$/.test(input)
}

function leadsToModel(input: string): boolean {
  return /^(?:model|unet|guider|sigmas|pipe)$/.test(input)
}

function conditioningNodes(graph: WorkflowGraph, sampler: string) {
  return nodesBefore(
    graph,
    [sampler],
    (input) => input === 'guider' || leadsToWords(input, 'positive'),
  )
}

/** Services of ComfyUI's own partners have no sampler: one node takes the prompt. */
function withoutSampler(graph: WorkflowGraph): FoundSettings | undefined {
  const inputs = Object.values(graph).find(({ inputs: { prompt } }) => prompt !== undefined)?.inputs
  if (!inputs) return undefined
  const number = (name: string) => numberAt(graph, inputs[name], name)
  const link = linkOf(inputs['prompt'])
  const negative = inputs['negative_prompt']
  return {
    prompt: link ? readText(graph, link.node, 'positive') : (textOnly(inputs['prompt']) ?? ''),
    negativePrompt: typeof negative === 'string' && negative !== '' ? negative : undefined,
    ...{ seed: number('seed'), width: number('width'), height: number('height') },
    ...{ modelId: textOnly(inputs['model']), steps: number('steps') },
  }
}

function textOfSide(graph: WorkflowGraph, sampler: string, side: Side): string {
  const texts = textStarts(graph, sampler, side).map((start) => readText(graph, start, side))
  return [...new Set(texts)].filter((text) => text !== '').join(', ')
}

function firstOf<T>(
  nodes: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
  read: (value: unknown, name: string) => T | undefined,
): T | undefined {
  for (const inputs of nodes) {
    for (const name of names) {
      const value = Object.hasOwn(inputs, name) ? read(inputs[name], name) : undefined
      if (value !== undefined) return value
    }
  }
  return undefined
}

function textOnly(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
