import { z } from 'zod'
import { isObject } from '../../../shared/json.ts'
import { maxWorkflowInputs } from '../../../shared/limits.ts'
import type { MediaKind } from '../../../shared/media/mediaForm.ts'
import { maxWorkflowNameLength } from '../../../shared/media/mediaWorkflow.ts'
import type { WorkflowProblem } from '../../../shared/media/mediaWorkflow.ts'
import { parsePythonJson } from '../parsePythonJson.ts'

const nodeSchema = z.object({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string(), z.json()),
  _meta: z
    .object({ title: z.string().catch('') })
    .optional()
    .catch(undefined),
})
export const graphSchema = z.record(z.string().max(200), nodeSchema)
export type WorkflowNode = z.infer<typeof nodeSchema>
/** A workflow in API format: its nodes by their ids. */
export type WorkflowGraph = z.infer<typeof graphSchema>

/** Reads a workflow in API format, as ComfyUI exports it, or within a request to its server. */
export function readWorkflow(text: string): WorkflowGraph | { problem: WorkflowProblem } {
  const json = parsePythonJson(text)
  if (!isObject(json)) return { problem: 'noJson' }
  if (Array.isArray(json['nodes']) && 'links' in json) return { problem: 'editor' }
  const { prompt } = json
  const isWrapped = isObject(prompt) && !('class_type' in prompt)
  const graph = graphSchema.safeParse(isWrapped ? prompt : json).data
  if (!graph || Object.keys(graph).length === 0) return { problem: 'noWorkflow' }
  return literalsOf(graph).length > maxWorkflowInputs ? { problem: 'tooLarge' } : graph
}

export function isProblem(
  read: ReturnType<typeof readWorkflow>,
): read is { problem: WorkflowProblem } {
  return 'problem' in read && typeof read.problem === 'string'
}

/** The output of another node that an input is connected to. */
export interface Link {
  node: string
  slot: number
}

export function linkOf(value: unknown): Link | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [node, slot] = value as unknown[]
  return typeof node === 'string' && typeof slot === 'number' ? { node, slot } : undefined
}

/** Returns a node; undefined if the graph has none of this id. */
export function nodeOf(graph: WorkflowGraph, id: string): WorkflowNode | undefined {
  return Object.hasOwn(graph, id) ? graph[id] : undefined
}

/** Returns the value of an input; undefined if there is none. */
export function inputOf(node: WorkflowNode | undefined, name: string): unknown {
  return node && Object.hasOwn(node.inputs, name) ? node.inputs[name] : undefined
}

/** An input of a node. */
export interface Place {
  node: string
  input: string
}

export interface Literal extends Place {
  class: string
  value: string | number | boolean
}

/** Returns the inputs that have values of their own, in the graph's order. */
export function literalsOf(graph: WorkflowGraph): Literal[] {
  return Object.entries(graph).flatMap(([node, { class_type: name, inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      isName(node) &&
      isName(input) &&
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        ? [{ node, input, class: name, value }]
        : [],
    ),
  )
}

function isName({ length }: string): boolean {
  return length > 0 && length <= maxWorkflowNameLength
}

/** Returns what the workflow makes, by the nodes that store it. */
export function kindOf(graph: WorkflowGraph): MediaKind {
  const names = Object.values(graph).map(({ class_type: name }) => name)
  if (names.some((name) => /video|animated|webm/i.test(name) && /save|combine/i.test(name))) {
    return 'video'
  }
  const savesPictures = names.some((name) => /(?:save|preview)image/i.test(name))
  return !savesPictures && names.some((name) => /saveaudio/i.test(name)) ? 'audio' : 'image'
}
