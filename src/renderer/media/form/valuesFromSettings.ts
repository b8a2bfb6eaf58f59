import type { FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { SavedSettings } from '../../../shared/media/mediaSettings.ts'

/** The names of what has no role of its own. */
const steps = /^(?:steps|step|num_inference_steps)$/
const guidance = /^(?:cfg_scale|cfg|guidance_scale|guidance)$/

/** Returns the values of a form for settings that another model or program has written. */
export function valuesFromSettings(
  fields: readonly FormField[],
  settings: SavedSettings,
): FormValues {
  const values: FormValues = {}
  for (const field of fields) {
    const value = valueOf(field, settings)
    if (value !== null && value !== undefined) values[field.name] = value
  }
  return values
}

/** Returns the names of the settings that a form has no field for, or not this value. */
export function unusedSettings(fields: readonly FormField[], settings: SavedSettings): string[] {
  const { negativePrompt, seed, width, height, steps: stepCount, guidance: scale } = settings
  const isUsed = (found: (field: FormField) => boolean): boolean =>
    fields.some((field) => {
      const value = found(field) ? valueOf(field, settings) : undefined
      return value !== undefined && value !== null
    })
  const hasRole = (wanted: FormField['role']) => isUsed(({ role }) => role === wanted)
  const others = Object.keys(settings.values).filter(
    (other) => !isUsed(({ name }) => name === other),
  )
  return [
    ...(negativePrompt && !hasRole('negativePrompt') ? ['negative_prompt'] : []),
    ...(seed !== null && !hasRole('seed') ? ['seed'] : []),
    ...(width !== null && height !== null && !hasRole('size') ? ['size'] : []),
    ...(stepCount !== null && !isUsed(({ name }) => steps.test(name)) ? ['steps'] : []),
    ...(scale !== null && !isUsed(({ name }) => guidance.test(name)) ? ['guidance'] : []),
    ...others,
  ]
}

function valueOf(field: FormField, settings: SavedSettings): FormValues[string] | undefined {
  switch (field.role) {
    case 'prompt':
      return settings.prompt
    case 'negativePrompt':
      return settings.negativePrompt
    case 'seed':
      return settings.seed
    case 'size':
      return sizeOf(field, settings)
    default:
      if (steps.test(field.name)) return numberFor(field, settings.steps)
      if (guidance.test(field.name)) return numberFor(field, settings.guidance)
      return otherValue(field, settings.values)
  }
}

/** Returns what another program calls as the form does, if the field takes it. */
function otherValue(field: FormField, values: FormValues): FormValues[string] | undefined {
  const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
  if (field.type === 'number') return numberFor(field, value)
  if (field.type !== 'choice') return undefined
  if (typeof value !== 'string') return undefined
  const wanted = value.toLowerCase()
  return field.options.find((option) => String(option.value).toLowerCase() === wanted)?.value
}

function numberFor(field: FormField, value: unknown): number | undefined {
  if (field.type !== 'number' || typeof value !== 'number') return undefined
  const { minimum, maximum } = field
  const fits = value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
  return fits ? value : undefined
}

/** Returns the size if the form has it. */
function sizeOf(
  field: FormField,
  { width, height }: SavedSettings,
): FormValues[string] | undefined {
  if (field.type !== 'size' || width === null || height === null) return undefined
  const option = field.options.find((each) => each.width === width && each.height === height)
  if (option) return option.value
  const { custom } = field
  if (!custom) return undefined
  const fits = [width, height].every(
    (side) =>
      side >= custom.minimum && side <= custom.maximum && side % (custom.multipleOf || 1) === 0,
  )
  return fits ? { width, height } : undefined
}
