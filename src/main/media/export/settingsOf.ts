import type { MediaJob, MediaOutput } from '../../../shared/media/media.ts'
import type { FormValues } from '../../../shared/media/mediaForm.ts'
import type { SavedSettings } from '../../../shared/media/mediaSettings.ts'

/** Returns the settings with which an output was made, without the user's files. */
export function settingsOf(output: MediaOutput, job: MediaJob): SavedSettings {
  const { values, modelId, providerId } = job
  return {
    prompt: job.prompt,
    negativePrompt: textOf(values['negative_prompt']),
    ...{ modelId, providerId },
    seed: output.seed ?? job.seed,
    ...{ width: output.width, height: output.height },
    steps: numberOf(values['steps'] ?? values['num_inference_steps']),
    guidance: numberOf(values['cfg_scale'] ?? values['guidance_scale']),
    values: withoutFiles(values),
  }
}

function withoutFiles(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !holdsFile(value)))
}

function holdsFile(value: FormValues[string]): boolean {
  const [first] = Array.isArray(value) ? value : [value]
  return typeof first === 'object' && first !== null && 'mediaType' in first
}

function textOf(value: FormValues[string] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(value: FormValues[string] | undefined): number | null {
  return typeof value === 'number' ? value : null
}
