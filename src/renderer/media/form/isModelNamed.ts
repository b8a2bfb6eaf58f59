import type { MediaModel } from '../../../shared/media/media.ts'

/**
 * Tells whether a model is the one that another program has named. Programs name the same file with
 * or without its folder, its ending and its hash.
 */
export function isModelNamed(
  { modelId, name }: Pick<MediaModel, 'modelId' | 'name'>,
  named: string,
) {
  const wanted = plainName(named)
  return wanted !== '' && [modelId, name].some((own) => plainName(own) === wanted)
}

function plainName(name: string): string {
  return name
    .replace(/\s*\[[^\]]*\]$/, '')
    .replace(/\.(?:safetensors|ckpt|pt|pth|gguf|sft)$/i, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .toLowerCase()
}
