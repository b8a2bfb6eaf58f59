import type { SavedSettings } from '../../../shared/media/mediaSettings.ts'
import { writeTexts } from '../../pictures/metadata/writeTexts.ts'

/**
 * Returns a picture that carries its settings. Null if it is no PNG, JPEG or WebP, or if a JPEG has
 * no room for them.
 */
export function embedSettings(file: Uint8Array, settings: SavedSettings): Uint8Array | null {
  return writeTexts(file, {
    description: settings.prompt,
    parameters: parametersText(settings),
    parley: JSON.stringify(settings),
  })
}

/** Returns the settings in the form that Automatic1111 writes, which most programs read. */
function parametersText(settings: SavedSettings): string {
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
