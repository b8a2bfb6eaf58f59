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

const rolesOf = (graph: WorkflowGraph): string[] =>
  proposeMarks(graph)
    .map(({ node, input, role }) => `${role} ${node}.${input}`)
    .toSorted()
const node = (class_type: string, inputs: WorkflowGraph[string]['inputs'], title?: string) => ({
  ...{ class_type, inputs },
  ...(title !== undefined && { _meta: { title } }),
})
const sampler = (more: WorkflowGraph[string]['inputs'] = {}) =>
  node('KSampler', {
    ...{ seed: 1, steps: 2, cfg: 3, positive: ['p', 0], negative: ['n', 0] },
    ...{ latent_image: ['l', 0], ...more },
  })
const texts = {
  p: node('CLIPTextEncode', { text: 'a fox', clip: ['c', 0] }),
  n: node('CLIPTextEncode', { text: 'blur', clip: ['c', 0] }),
}
const usual = [
  'negativePrompt n.text',
  'prompt p.text',
  'seed s.seed',
  'setting s.cfg',
  'setting s.steps',
]

test('a picture that becomes a mask is one, whatever stands between', () => {
  const graph: WorkflowGraph = {
    ...{ ...texts, s: sampler() },
    l: node('SetLatentNoiseMask', { samples: ['e', 0], mask: ['t', 0] }),
    e: node('VAEEncode', { pixels: ['1', 0], vae: ['c', 2] }),
    1: node('LoadImage', { image: 'a.png' }),
    2: node('LoadImage', { image: 'm.png' }),
    3: node('ImageScale', { image: ['2', 0], width: 512, height: 512 }),
    t: node('ImageToMask', { image: ['3', 0], channel: 'alpha' }),
  }
  expect(rolesOf(graph)).toEqual(expect.arrayContaining(['image 1.image', 'mask 2.image']))
  expect(rolesOf(graph).filter((role) => role.startsWith('mask'))).toHaveLength(1)
  const filled = fillWorkflow(graph, proposeMarks(graph), {
    values: {},
    fileNames: new Map([['mask', 'white.png']]),
  })
  expect(filled['2']?.inputs['image']).toBe('white.png')
  expect(filled['t']?.inputs['channel']).toBe('red')
  // A mask of a loader of its own, read from its transparency.
  const { t: _t, 3: _3, ...rest } = graph
  const clear = { ...rest, l: node('SetLatentNoiseMask', { samples: ['e', 0], mask: ['2', 1] }) }
  expect(rolesOf(clear)).toEqual(expect.arrayContaining(['image 1.image', 'mask 2.image']))
  // A picture that is seen as well is no mask.
  const seen = { ...graph, o: node('PreviewImage', { images: ['2', 0] }) }
  expect(rolesOf(seen)).toContain('image 2.image')
})

test.each([
  ['EmptyLTXVLatentVideo', { width: 768, height: 512, length: 97, batch_size: 1 }],
  ['LTXVImgToVideo', { positive: ['p', 0], width: 768, height: 512, length: 97, batch_size: 1 }],
  ['WanImageToVideo', { positive: ['p', 0], width: 832, height: 480, length: 81, batch_size: 1 }],
  ['SomebodysLatent', { width: 832, height: 480, length: 81, batch_size: 1 }],
] as const)('the size and length of %s are in the form', (name, inputs) => {
  const graph: WorkflowGraph = { ...texts, s: sampler(), l: node(name, { ...inputs } as never) }
  const sized = ['count l.batch_size', 'height l.height', 'setting l.length', 'width l.width']
  expect(rolesOf(graph)).toEqual([...usual, ...sized].toSorted())
})

test('numbers that primitives give are in the form, named after their nodes', () => {
  const graph: WorkflowGraph = {
    ...texts,
    s: sampler({ seed: ['r', 0], steps: ['x', 0] }),
    l: node('SomebodysLatent', { width: ['w', 0], height: ['h', 0], batch_size: 1 }),
    r: node('PrimitiveInt', { value: 7 }, 'My seed'),
    x: node('PrimitiveInt', { value: 30 }, 'How long'),
    w: node('PrimitiveInt', { value: 640 }),
    h: node('PrimitiveInt', { value: 480 }),
  }
  const marks = proposeMarks(graph)
  expect(rolesOf(graph)).toEqual(
    expect.arrayContaining(['seed r.value', 'setting x.value', 'width w.value', 'height h.value']),
  )
  const fields = comfyFields(graph, marks, () => ({}))
  expect(fields.find(({ name }) => name === 'x.value')?.title).toBe('How long')
  expect(fields.find(({ role }) => role === 'size')).toMatchObject({ default: '640x480' })
  const filled = fillWorkflow(graph, marks, {
    values: { seed: 5, size: { width: 64, height: 128 } },
    fileNames: new Map(),
  })
  expect(filled['r']?.inputs['value']).toBe(5)
  expect([filled['w'], filled['h']].map((each) => each?.inputs['value'])).toEqual([64, 128])
})

test.each([
  [
    'a loader with both texts',
    {
      1: node('Efficient Loader', { ckpt_name: 'a.safetensors', positive: 'a fox', negative: 'x' }),
      2: sampler({ positive: ['1', 1], negative: ['1', 2] }),
    },
    ['negativePrompt 1.negative', 'prompt 1.positive'],
  ],
  [
    'embeddings',
    {
      1: node('WanVideoTextEncode', { positive_prompt: 'a fox', negative_prompt: 'x' }),
      2: node('WanVideoSampler', { seed: 3, steps: 9, text_embeds: ['1', 0] }),
    },
    ['negativePrompt 1.negative_prompt', 'prompt 1.positive_prompt'],
  ],
  [
    'an unknown node before the encoder',
    {
      p: node('CLIPTextEncode', { text: ['1', 0], clip: ['c', 0] }),
      1: node('Magic Words', { my_field: 'a fox in deep snow', mode: 'fast' }),
      2: sampler({ negative: ['gone', 0] }),
    },
    ['prompt 1.my_field'],
  ],
  [
    'texts that are joined, of which the longest is the prompt',
    {
      p: node('CLIPTextEncode', { text: ['1', 0], clip: ['c', 0] }),
      1: node('StringConcatenate', { string_a: ['3', 0], string_b: 'best', delimiter: ', ' }),
      3: node('PrimitiveString', { value: 'a fox in the snow' }),
      2: sampler({ negative: ['gone', 0] }),
    },
    ['prompt 3.value'],
  ],
  [
    'a service’s node without a sampler',
    {
      1: node('FluxProImageNode', { prompt: 'a fox', negative_prompt: '', aspect_ratio: '1:1' }),
      2: node('SaveImage', { images: ['1', 0] }),
    },
    ['negativePrompt 1.negative_prompt', 'prompt 1.prompt'],
  ],
] as [string, WorkflowGraph, string[]][])(
  'the prompt of custom nodes is found: %s',
  (_name, graph, prompts) => {
    expect(rolesOf(graph).filter((role) => /prompt/i.test(role.split(' ')[0]!))).toEqual(prompts)
  },
)

test('several pictures, and settings of one name, are named after their nodes', () => {
  const graph: WorkflowGraph = {
    1: node('LoadImage', { image: 'a.png' }, 'Person'),
    2: node('LoadImage', { image: 'b.png' }, 'Background'),
    3: node('KSampler', { steps: 5 }, 'First pass'),
    4: node('KSampler', { steps: 9 }, 'Second pass'),
  }
  const fields = comfyFields(graph, proposeMarks(graph), () => ({}))
  expect(fields.map(({ name, title }) => [name, title])).toEqual([
    ['image', 'Person'],
    ['image.2.image', 'Background'],
    ['3.steps', 'First pass: steps'],
    ['4.steps', 'Second pass: steps'],
  ])
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
