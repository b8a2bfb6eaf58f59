import type { SavedSettings } from '../../../shared/mediaSettings.ts'

/** The names under which a picture carries its settings. */
export const parleyKeyword = 'parley'
export const parametersKeyword = 'parameters'

/** Returns the settings in the form that Automatic1111 writes, which most programs read. */
export function parametersText(settings: SavedSettings): string {
  const { prompt, negativePrompt, seed, width, height, steps, guidance, modelId } = settings
  const facts = [
    ...(steps === null ? [] : [`Steps: ${String(steps)}`]),
    ...(guidance === null ? [] : [`CFG scale: ${String(guidance)}`]),
    ...(seed === null ? [] : [`Seed: ${String(seed)}`]),
    ...(width === null || height === null ? [] : [`Size: ${String(width)}x${String(height)}`]),
    ...(modelId === null ? [] : [`Model: ${modelId}`]),
  ]
  return [
    prompt,
    ...(negativePrompt === null ? [] : [`Negative prompt: ${negativePrompt}`]),
    facts.join(', '),
  ].join('\n')
}
