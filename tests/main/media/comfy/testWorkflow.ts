import type { WorkflowGraph } from '../../../../src/main/media/comfy/workflowGraph.ts'

/** Returns the workflow that ComfyUI begins with, in API format, with a picture and its mask. */
export function inpainting(): WorkflowGraph {
  return {
    '3': {
      class_type: 'KSampler',
      inputs: {
        ...{ seed: 156_680_208_700_286, steps: 20, cfg: 8, sampler_name: 'euler' },
        ...{ scheduler: 'normal', denoise: 1 },
        ...{ model: ['4', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
      },
      _meta: { title: 'KSampler' },
    },
    '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
    '5': {
      class_type: 'EmptyLatentImage',
      inputs: { width: 512, height: 768, batch_size: 1 },
    },
    '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a bottle', clip: ['4', 1] } },
    '7': {
      class_type: 'CLIPTextEncode',
      inputs: { text: 'watermark', clip: ['4', 1] },
      _meta: { title: 'Negative' },
    },
    '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'ComfyUI', images: ['3', 0] } },
    '10': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
    '11': { class_type: 'InvertMask', inputs: { mask: ['10', 1] } },
  }
}

/** Returns the workflow without its picture. */
export function plain(): WorkflowGraph {
  const { 10: _picture, 11: _mask, ...rest } = inpainting()
  return rest
}
