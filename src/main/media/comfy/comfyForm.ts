import type { FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { WorkflowMark, WorkflowRole } from '../../../shared/media/mediaWorkflow.ts'
import {
  choiceField,
  countField,
  imagesField,
  keepRestField,
  keepRestName,
  maskField,
  numberField,
  promptField,
  seedField,
  sizeField,
  textField,
} from '../formFields.ts'
import { channelNodes } from './maskLinks.ts'
import { linkOf, nodeOf, inputOf } from './workflowGraph.ts'
import type { WorkflowGraph } from './workflowGraph.ts'

/** Limits of an input as the server describes it; empty if it was not asked, or does not tell. */
export interface InputRule {
  options?: readonly string[]
  minimum?: number
  maximum?: number
  step?: number
  integer?: boolean
}
export type RuleOf = (mark: WorkflowMark) => InputRule

const maxPromptLength = 100_000
const sizeRule = { minimum: 16, maximum: 16_384, step: 8 }
const maxCount = 64
/** Roles of which the form has one field, however many inputs have it. */
const shared = {
  prompt: 'prompt',
  negativePrompt: 'negative_prompt',
  seed: 'seed',
  width: 'size',
  height: 'size',
  count: 'count',
} as const satisfies Partial<Record<WorkflowRole, string>>

/** Returns the name of the field that gives an input its value. */
export function fieldNameOf(mark: WorkflowMark, marks: readonly WorkflowMark[]): string {
  const { role, node, input } = mark
  if (role in shared) return shared[role as keyof typeof shared]
  if (role === 'setting') return `${node}.${input}`
  // The first picture keeps its name when others come, so that its value stays.
  const first = marks.find((other) => other.role === role)
  return first === mark || (first?.node === node && first.input === input)
    ? role
    : `${role}.${node}.${input}`
}

/** Returns the form of a workflow, made from its marked inputs. */
export function comfyFields(
  graph: WorkflowGraph,
  marks: readonly WorkflowMark[],
  ruleOf: RuleOf,
): FormField[] {
  const fields = new Map<string, FormField>()
  for (const role of order) {
    for (const mark of marks) {
      if (mark.role !== role) continue
      const name = fieldNameOf(mark, marks)
      if (fields.has(name)) continue
      const field = fieldOf(mark, { graph, marks, name, rule: ruleOf(mark) })
      if (field) fields.set(name, field)
    }
    // A picture without a mask has no rest.
    const isMasked = role === 'mask' && maskedFields.every((each) => fields.has(each))
    if (isMasked) fields.set(keepRestName, keepRestField())
  }
  return [...fields.values()]
}

/** The fields of the picture below the mask, and of the mask: the first ones are named so. */
const maskedFields = ['image', 'mask']

const order: readonly WorkflowRole[] = [
  ...(['prompt', 'negativePrompt', 'image', 'mask', 'width', 'height'] as const),
  ...(['count', 'setting', 'seed'] as const),
]

interface FieldContext {
  graph: WorkflowGraph
  marks: readonly WorkflowMark[]
  name: string
  rule: InputRule
}

function fieldOf(mark: WorkflowMark, context: FieldContext): FormField | undefined {
  const { graph, marks, name } = context
  const value = inputOf(nodeOf(graph, mark.node), mark.input)
  // The workflow was changed, or another node gives the value.
  if (value === undefined || linkOf(value)) return undefined
  switch (mark.role) {
    case 'prompt':
      return promptField(maxPromptLength)
    case 'negativePrompt': {
      const title = 'Negative prompt'
      const field = textField({ name, title, role: 'negativePrompt', multiline: true })
      return { ...field, default: typeof value === 'string' ? value : null }
    }
    case 'seed':
      return seedField(Number.MAX_SAFE_INTEGER)
    case 'width':
    case 'height':
      return sizeOf(context)
    case 'count': {
      const maximum = Math.min(context.rule.maximum ?? maxCount, maxCount)
      const isFitting = typeof value === 'number' && value >= 1 && value <= maximum
      return { ...countField({ name, maximum }), default: isFitting ? Math.trunc(value) : 1 }
    }
    case 'image':
      return withNodeTitle(imagesField({ name, maximum: 1, required: true }), mark, context)
    case 'mask': {
      const field = { ...maskField(name), required: !isTransparency(mark, marks) }
      return withNodeTitle(field, mark, context)
    }
    case 'setting':
      return settingField(mark, value, context)
  }
}

/** Names each of several files of one meaning after its node. */
function withNodeTitle<F extends FormField>(
  field: F,
  mark: WorkflowMark,
  { graph, marks }: FieldContext,
): F {
  const isOne = marks.filter(({ role }) => role === mark.role).length === 1
  const title = nodeTitle(graph, mark.node)
  return isOne || title === '' ? field : { ...field, title, description: title }
}

/** The title that a node has in the editor, or its class. */
function nodeTitle(graph: WorkflowGraph, id: string): string {
  const { class_type: name = '', _meta: meta } = nodeOf(graph, id) ?? {}
  return meta?.title || name
}

/** Inputs whose name says nothing: their node's title does. */
const namelessInput = /^(?:value|int|float|number|string|text|boolean|bool|a|b|x|input)$/i

function settingTitle({ node, input }: WorkflowMark, { graph, marks }: FieldContext): string {
  const title = nodeTitle(graph, node)
  if (title !== '' && namelessInput.test(input)) return title
  const isAmbiguous = marks.some(
    (mark) => mark.role === 'setting' && mark.input === input && mark.node !== node,
  )
  return isAmbiguous && title !== '' ? `${title}: ${input}` : input
}

/** Tells whether a mask is the transparency of a picture, which can do without one. */
export function isTransparency(mark: WorkflowMark, marks: readonly WorkflowMark[]): boolean {
  return marks.some(
    ({ role, node, input }) => role === 'image' && node === mark.node && input === mark.input,
  )
}

function sizeOf({ graph, marks, rule }: FieldContext): FormField | undefined {
  const sideOf = (role: WorkflowRole): number | undefined => {
    const mark = marks.find((each) => each.role === role)
    const value = mark && inputOf(nodeOf(graph, mark.node), mark.input)
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
  }
  const [width, height] = [sideOf('width'), sideOf('height')]
  // A side alone has no form of a size: the other follows from a picture.
  if (width === undefined || height === undefined) return undefined
  const own = `${String(width)}x${String(height)}`
  const turned = `${String(height)}x${String(width)}`
  return sizeField({
    values: width === height ? [own] : [own, turned],
    default: own,
    custom: {
      minimum: rule.minimum ?? sizeRule.minimum,
      maximum: rule.maximum ?? sizeRule.maximum,
      multipleOf: Math.max(1, Math.round(rule.step ?? sizeRule.step)),
      ...{ ratioMaximum: null, pixelsMaximum: null },
    },
  })
}

function settingField(mark: WorkflowMark, value: unknown, context: FieldContext): FormField {
  const { graph, name, rule } = context
  const description = nodeTitle(graph, mark.node)
  const base = { name, title: settingTitle(mark, context), description, more: true }
  if (typeof value === 'number') {
    const { minimum, maximum, step } = rule
    const integer = rule.integer ?? false
    const limits = {
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(step !== undefined && step > 0 && { step }),
    }
    return numberField({ ...base, integer, ...limits, default: value })
  }
  if (typeof value === 'boolean') {
    return { ...base, type: 'toggle', required: false, role: null, default: value }
  }
  const text = String(value)
  const { options = [] } = rule
  if (options.length === 0) return { ...textField(base), default: text }
  const isOffered = options.includes(text)
  return choiceField({ ...base, values: options, ...(isOffered && { default: text }) })
}

/** Returns the workflow with a form's values. Those of files are their names at the server. */
export function fillWorkflow(
  graph: WorkflowGraph,
  marks: readonly WorkflowMark[],
  { values, fileNames }: { values: FormValues; fileNames: ReadonlyMap<string, string> },
): WorkflowGraph {
  const filled = structuredClone(graph)
  for (const mark of marks) {
    const { role, node, input } = mark
    const target = nodeOf(filled, node)
    const before = inputOf(target, input)
    if (!target || before === undefined || linkOf(before)) continue
    const name = fieldNameOf(mark, marks)
    const isFile = role === 'image' || role === 'mask'
    const value = isFile ? fileNames.get(name) : valueFor(role, values[name])
    if (value === undefined || value === null || (isFile && isCoveredMask(mark, marks))) continue
    target.inputs[input] = value
    // Parley's masks are white where the picture changes.
    if (role === 'mask') for (const id of channelNodes(filled, node)) readRed(filled, id)
  }
  return filled
}

function readRed(graph: WorkflowGraph, id: string): void {
  const node = nodeOf(graph, id)
  if (node) node.inputs['channel'] = 'red'
}

function isCoveredMask(mark: WorkflowMark, marks: readonly WorkflowMark[]): boolean {
  return mark.role === 'mask' && isTransparency(mark, marks)
}

function valueFor(role: WorkflowRole, value: FormValues[string] | undefined) {
  if (role !== 'width' && role !== 'height') return value
  if (typeof value === 'string') {
    const [width, height] = value.split('x').map(Number)
    return role === 'width' ? width : height
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value[role]
}
