import { expect, test } from 'vitest'
import { comfyFields, fillWorkflow } from '../../../../src/main/media/comfy/comfyForm.ts'
import { proposeMarks } from '../../../../src/main/media/comfy/proposeMarks.ts'
import {
  isProblem,
  kindOf,
  literalsOf,
  readWorkflow,
  type WorkflowGraph,
} from '../../../../src/main/media/comfy/workflowGraph.ts'
import { inpainting } from './testWorkflow.ts'

test('only a workflow in API format is read, and what else a file is, is told', () => {
  const graph = inpainting()
  expect(readWorkflow(JSON.stringify(graph))).toEqual(graph)
  expect(readWorkflow(JSON.stringify({ prompt: graph, client_id: 'x' }))).toEqual(graph)
  const problemOf = (text: string) => {
    const read = readWorkflow(text)
    return isProblem(read) && read.problem
  }
  expect(problemOf('{"nodes": [], "links": [], "version": 0.4}')).toBe('editor')
  for (const text of ['', 'null', '[]', '7', '{"3":', '<html>']) {
    expect(problemOf(text)).toBe('noJson')
  }
  for (const text of ['{}', '{"prompt": "x"}', '{"a": {"inputs": {}}}', '{"problem": "x"}']) {
    expect(problemOf(text)).toBe('noWorkflow')
  }
  const inputs = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`i${index}`, 1]))
  expect(problemOf(JSON.stringify({ 1: { class_type: 'X', inputs } }))).toBe('tooLarge')
})

test('the inputs of a usual workflow are marked by themselves', () => {
  expect(proposeMarks(inpainting())).toEqual([
    { node: '6', input: 'text', role: 'prompt' },
    { node: '7', input: 'text', role: 'negativePrompt' },
    { node: '3', input: 'seed', role: 'seed' },
    { node: '3', input: 'steps', role: 'setting' },
    { node: '3', input: 'cfg', role: 'setting' },
    { node: '5', input: 'width', role: 'width' },
    { node: '5', input: 'height', role: 'height' },
    { node: '5', input: 'batch_size', role: 'count' },
    { node: '10', input: 'image', role: 'image' },
    { node: '10', input: 'image', role: 'mask' },
  ])
})

test('prompts are found behind guiders, control nets and texts of their own, and circles end', () => {
  const graph: WorkflowGraph = {
    1: { class_type: 'PrimitiveString', inputs: { value: 'a fox' } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: ['1', 0] } },
    3: { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['2', 0] } },
    4: { class_type: 'BasicGuider', inputs: { conditioning: ['3', 0] } },
    5: { class_type: 'RandomNoise', inputs: { noise_seed: 1 } },
    6: { class_type: 'ConditioningZeroOut', inputs: { conditioning: ['2', 0] } },
    7: { class_type: 'KSampler', inputs: { positive: ['8', 0], negative: ['8', 1] } },
    8: {
      class_type: 'ControlNetApplyAdvanced',
      inputs: { positive: ['9', 0], negative: ['6', 0] },
    },
    9: { class_type: 'CLIPTextEncodeSDXL', inputs: { text_g: 'g', text_l: 'l' } },
    10: { class_type: 'CFGGuider', inputs: { positive: ['11', 0], negative: ['gone', 0] } },
    11: { class_type: 'ConditioningCombine', inputs: { conditioning_1: ['11', 0] } },
    12: { class_type: 'LoadImageMask', inputs: { image: 'm.png', channel: 'alpha' } },
    13: { class_type: 'SaveVideo', inputs: {} },
  }
  const marks = proposeMarks(graph)
  const of = (role: string) =>
    marks.filter((mark) => mark.role === role).map(({ node, input }) => `${node}.${input}`)
  expect(of('prompt').toSorted()).toEqual(['1.value', '9.text_g', '9.text_l'])
  expect(of('negativePrompt')).toEqual([])
  expect(of('seed')).toEqual(['5.noise_seed'])
  expect(of('mask')).toEqual(['12.image'])
  expect(kindOf(graph)).toBe('video')
})

test('a workflow of which many ways lead to a text is read at once', () => {
  const layers = Array.from({ length: 60 }, (_, index) => {
    const next: [string, number] = [String(index + 1), 0]
    return [
      index,
      { class_type: 'Combine', inputs: { conditioning_1: next, conditioning_2: next } },
    ]
  })
  const graph: WorkflowGraph = {
    ...(Object.fromEntries(layers) as WorkflowGraph),
    60: { class_type: 'CLIPTextEncode', inputs: { text: 'a fox' } },
    s: { class_type: 'KSampler', inputs: { positive: ['0', 0] } },
  }
  expect(proposeMarks(graph)).toEqual([{ node: '60', input: 'text', role: 'prompt' }])
})

test('a name that is too long for a field is no input', () => {
  const inputs = { ['x'.repeat(91)]: 1, steps: 2, '': 3 }
  const graph: WorkflowGraph = { 1: { class_type: 'X', inputs } }
  expect(literalsOf(graph).map(({ input }) => input)).toEqual(['steps'])
})

test('the form has the marked inputs with the server’s limits, and fills the workflow', () => {
  const graph = inpainting()
  const marks = [
    ...proposeMarks(graph),
    { node: '4', input: 'ckpt_name', role: 'setting' } as const,
    { node: 'gone', input: 'text', role: 'setting' } as const,
  ]
  const fields = comfyFields(graph, marks, ({ input }) =>
    input === 'ckpt_name' ? { options: ['b.safetensors'] } : { minimum: 1, maximum: 99, step: 1 },
  )
  expect(fields.map(({ name, role, required }) => [name, role, required])).toEqual([
    ['prompt', 'prompt', true],
    ['negative_prompt', 'negativePrompt', false],
    ['image', 'image', true],
    ['mask', 'mask', false],
    ['keep_rest', 'keepRest', false],
    ['size', 'size', false],
    ['count', 'count', false],
    ['3.steps', null, false],
    ['3.cfg', null, false],
    ['4.ckpt_name', null, false],
    ['seed', 'seed', false],
  ])
  // A model that the server does not have is no default.
  expect(fields.find(({ name }) => name === '4.ckpt_name')).toMatchObject({ default: null })
  const filled = fillWorkflow(graph, marks, {
    values: {
      ...{ prompt: 'a fox', size: { width: 640, height: 512 }, seed: 7, count: 2 },
      ...{ '3.steps': 4, 'gone.text': 'x' },
    },
    fileNames: new Map([['image', 'parley.png']]),
  })
  expect(filled['6']?.inputs).toMatchObject({ text: 'a fox', clip: ['4', 1] })
  expect(filled['7']?.inputs).toMatchObject({ text: 'watermark' })
  expect(filled['5']?.inputs).toEqual({ width: 640, height: 512, batch_size: 2 })
  expect(filled['3']?.inputs).toMatchObject({ seed: 7, steps: 4, cfg: 8 })
  expect(filled['10']?.inputs).toEqual({ image: 'parley.png' })
  expect(graph).toEqual(inpainting())
})
