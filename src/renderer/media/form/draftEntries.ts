import { parseJson } from '../../../shared/json.ts'
import type { DraftEntry, MediaDraft } from '../../../shared/media/mediaDraft.ts'
import type { FieldRole, FormField } from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { sameModel } from '../../core/store.ts'
import type { FieldDraft, FieldDrafts } from './fieldDraft.ts'

interface DraftForm {
  model: ModelReference
  fields: readonly FormField[]
  drafts: FieldDrafts
}

/**
 * Roles of the fields that the user fills anew for each job; their values move to another model's
 * form.
 */
const carriedRoles: readonly (FieldRole | null)[] = ['prompt', 'negativePrompt', 'image']

/** Returns a form as it is kept. */
export function toDraft({ model, fields, drafts }: DraftForm): MediaDraft {
  const { providerId, modelId } = model
  const entries = fields.map((field): DraftEntry => {
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined
    return { name: field.name, role: field.role, value: toValue(field, draft) }
  })
  return { providerId, modelId, entries }
}

/**
 * Returns the drafts of a form with what the user had entered before: all of it in the form of the
 * same model, else the prompts and the files. What the form has no place for, or can't hold, stays
 * as it is in `to`.
 */
export function carryOver(before: MediaDraft | undefined, to: DraftForm): FieldDrafts {
  if (!before) return to.drafts
  const isSame = sameModel(before, to.model)
  const find = ({ name, role }: FormField): DraftEntry | undefined => {
    if (isSame) return before.entries.find((entry) => entry.name === name)
    if (!carriedRoles.includes(role)) return undefined
    return before.entries.find((entry) => entry.role === role && entry.value !== null)
  }
  const drafts = { ...to.drafts }
  for (const field of to.fields) {
    const value = find(field)?.value
    const read = value === undefined ? undefined : fromValue(field, value)
    if (read) drafts[field.name] = read.draft
  }
  return drafts
}

function toValue(field: FormField, draft: FieldDraft): DraftEntry['value'] {
  if (draft === undefined || draft === '') return null
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return [...draft]
  if (field.type !== 'choice') return draft
  // Its place among the options may be another one at the next start.
  const option = field.options[Number(draft)]
  return option ? JSON.stringify(option.value) : null
}

/** Returns undefined for a value that the field can't hold. */
function fromValue(
  field: FormField,
  value: DraftEntry['value'],
): { draft: FieldDraft } | undefined {
  if (value === null) return { draft: field.type === 'file' ? [] : undefined }
  if (field.type === 'file') {
    return Array.isArray(value) ? { draft: value.slice(0, field.maximum) } : undefined
  }
  if (field.type === 'toggle') return typeof value === 'boolean' ? { draft: value } : undefined
  if (typeof value !== 'string') return undefined
  if (field.type !== 'choice') return { draft: value }
  const chosen = parseJson(value)
  const index = field.options.findIndex((option) => option.value === chosen)
  return index < 0 ? undefined : { draft: String(index) }
}
