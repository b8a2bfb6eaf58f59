import type { FieldRole, FormField } from '../../shared/media/mediaForm.ts'
import { maxWholeInputBytes } from '../../shared/limits.ts'

/** The name of the switch that keeps what is outside of the mask. */
export const keepRestName = 'keep_rest'

type FieldOf<Type extends FormField['type']> = Extract<FormField, { type: Type }>

interface Base {
  name: string
  title: string
  description?: string
  required?: boolean
  more?: boolean
  role?: FieldRole
}

function base({ name, title, description = '', required = false, more = false, role }: Base) {
  return { name, title, description, required, more, role: role ?? null }
}

/** The fields of adapters whose service has no schema of its own. */
export function textField(
  given: Base & { multiline?: boolean; maxLength?: number },
): FieldOf<'text'> {
  return {
    type: 'text',
    ...base(given),
    multiline: given.multiline ?? false,
    maxLength: given.maxLength ?? null,
    default: null,
  }
}

export function promptField(maxLength: number): FieldOf<'text'> {
  return textField({
    name: 'prompt',
    title: 'Prompt',
    required: true,
    role: 'prompt',
    multiline: true,
    maxLength,
  })
}

export function numberField(
  given: Base & {
    integer?: boolean
    minimum?: number
    maximum?: number
    step?: number
    default?: number
  },
): FieldOf<'number'> {
  return {
    type: 'number',
    ...base(given),
    integer: given.integer ?? true,
    minimum: given.minimum ?? null,
    maximum: given.maximum ?? null,
    step: given.step ?? null,
    default: given.default ?? null,
  }
}

export function choiceField(
  given: Base & { values: readonly string[]; default?: string },
): FieldOf<'choice'> {
  return {
    type: 'choice',
    ...base(given),
    options: given.values.map((value) => ({ value, label: value })),
    default: given.default ?? null,
  }
}

export function sizeField(
  given: Omit<Base, 'name' | 'title' | 'role'> & {
    name?: string
    values: readonly string[]
    custom?: FieldOf<'size'>['custom']
    default?: string
  },
): FieldOf<'size'> {
  return {
    type: 'size',
    ...base({ name: 'size', title: 'Size', ...given, role: 'size' }),
    options: given.values.map((value) => {
      const [width, height] = value.split('x').map(Number)
      const isKnown = Number.isInteger(width) && Number.isInteger(height)
      return {
        value,
        label: isKnown ? value.replace('x', ' × ') : value,
        width: isKnown ? (width ?? null) : null,
        height: isKnown ? (height ?? null) : null,
      }
    }),
    custom: given.custom ?? null,
    default: given.default ?? null,
  }
}

export function imagesField(
  given: Omit<Base, 'title'> & { maximum: number; bytesMaximum?: number },
): FieldOf<'file'> {
  return {
    type: 'file',
    ...base({ title: given.maximum === 1 ? 'Picture' : 'Pictures', role: 'image', ...given }),
    kind: 'image',
    maximum: given.maximum,
    bytesMaximum: given.bytesMaximum ?? maxWholeInputBytes,
  }
}

export function maskField(name = 'mask', bytesMaximum = maxWholeInputBytes): FieldOf<'file'> {
  return {
    type: 'file',
    ...base({ name, title: 'Mask', role: 'mask' }),
    kind: 'image',
    maximum: 1,
    bytesMaximum,
  }
}

export function seedField(maximum: number): FieldOf<'number'> {
  return numberField({ name: 'seed', title: 'Seed', role: 'seed', more: true, minimum: 0, maximum })
}

export function countField(given: { name: string; maximum: number }): FieldOf<'number'> {
  return numberField({
    ...given,
    title: 'Number of pictures',
    role: 'count',
    minimum: 1,
    default: 1,
  })
}

/** The switch that keeps what is outside of the mask. The service never gets it. */
export function keepRestField(): FieldOf<'toggle'> {
  return {
    type: 'toggle',
    ...base({ name: keepRestName, title: 'Keep the rest exactly', role: 'keepRest', more: true }),
    default: true,
  }
}
