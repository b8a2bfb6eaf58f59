import { atom } from 'jotai'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import type {
  FieldError,
  FormField,
  FormValues,
  MediaInput,
} from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { sameModel, store } from '../../core/store.ts'
import { carryOver, toDraft } from './draftEntries.ts'
import { draftsOf, readForm } from './fieldDraft.ts'
import type { FieldDraft, FieldDrafts } from './fieldDraft.ts'
import { keepForm, readKeptForm } from './keptForm.ts'
import { cancelUploadsExcept } from './uploadInput.ts'

/** The form of the chosen model with what the user has entered. */
export interface OpenForm {
  model: ModelReference
  /** Undefined until main's answer. */
  fields: readonly FormField[] | undefined
  drafts: FieldDrafts
  /** Errors found by the last try. */
  errors: readonly FieldError[]
  /**
   * Number of tries that found errors: each moves the focus to the first one; typing never does.
   */
  tries: number
  failure: { error: WireError; at: number } | undefined
}

/** The form stays as it is when the user leaves the place, and when Parley starts again. */
export const formAtom = atom<OpenForm | undefined>(undefined)

store.sub(formAtom, () => {
  const form = store.get(formAtom)
  if (form?.fields) keepForm(toDraft({ ...form, fields: form.fields }))
})

type FormFocus = 'prompt' | 'button'

/** Part of the form to focus once it is drawn; `undefined` afterwards. */
export const wantedFocusAtom = atom<FormFocus | undefined>(undefined)

/**
 * Opens the form of a model: with these values, or else as the user has left it, also before the
 * last start. In another model's form that is the prompt and the files, beside the settings of its
 * last job. `withoutSeed` leaves the seed to chance.
 */
export async function openForm(
  model: ModelReference,
  values?: FormValues,
  { withoutSeed = false }: { withoutSeed?: boolean } = {},
): Promise<void> {
  const opened: OpenForm = {
    model: { providerId: model.providerId, modelId: model.modelId },
    ...{ fields: undefined, drafts: {}, errors: [], tries: 0, failure: undefined },
  }
  store.set(formAtom, opened)
  store.set(wantedFocusAtom, undefined)
  /** The user may have chosen another one meanwhile. */
  const isOpen = (): boolean => {
    const now = store.get(formAtom)
    return now !== undefined && sameModel(now.model, model)
  }
  try {
    const [{ fields, values: lastValues }, kept] = await Promise.all([
      api.media.form(opened.model),
      values ? undefined : readKeptForm(),
    ])
    if (!isOpen()) return
    cancelUploadsExcept(fields)
    const drafts = draftsOf(fields, values ?? withoutEntries(fields, lastValues))
    const seed = fields.find(({ role }) => role === 'seed')
    if (withoutSeed && seed) drafts[seed.name] = undefined
    store.set(formAtom, {
      ...opened,
      fields,
      drafts: carryOver(kept, { model: opened.model, fields, drafts }),
    })
  } catch (error) {
    if (isOpen())
      store.set(formAtom, { ...opened, failure: { error: toWire(error), at: Date.now() } })
  }
}

/**
 * Shows what main finds wrong with the form. It may know a newer one, which then takes its place
 * with all that the user has entered; what the new one has no field for is named, and goes.
 */
export async function showErrors(errors: readonly FieldError[]): Promise<void> {
  const before = store.get(formAtom)
  setErrors(errors)
  if (!before?.fields || errors.length === 0) return
  const { fields } = await api.media.form(before.model)
  const form = store.get(formAtom)
  if (!form?.fields || !sameModel(form.model, before.model)) return
  if (JSON.stringify(fields) === JSON.stringify(form.fields)) return
  const { values } = readForm(form.fields, form.drafts)
  store.set(formAtom, { ...form, fields, drafts: { ...form.drafts, ...draftsOf(fields, values) } })
}

/** Settings are remembered, but a new picture begins with a new prompt, and without files. */
function withoutEntries(fields: readonly FormField[], values: FormValues): FormValues {
  const entered = fields.filter(
    ({ type, role }) => type === 'file' || role === 'prompt' || role === 'seed',
  )
  const names = new Set(entered.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

export function setDraft(name: string, draft: FieldDraft): void {
  store.set(
    formAtom,
    (form) =>
      form && {
        ...form,
        drafts: { ...form.drafts, [name]: draft },
        errors: form.errors.filter((error) => error.name !== name),
      },
  )
}

export function setErrors(errors: readonly FieldError[]): void {
  store.set(formAtom, (form) => form && { ...form, errors, tries: form.tries + 1 })
}

/**
 * Gives a form a file to begin with, and its prompt if it is known: the form of the chosen model if
 * it is one of these, or else of the first. Returns whether the form has a place for the file.
 */
export async function giveInput(
  input: MediaInput,
  models: readonly MediaModel[],
  prompt?: string,
): Promise<boolean> {
  const open = store.get(formAtom)
  const model = models.find((one) => open && sameModel(one, open.model)) ?? models[0]
  if (!model) return false
  if (!open?.fields || !sameModel(open.model, model)) await openForm(model)
  if (!putInput(input)) return false
  const words = store.get(formAtom)?.fields?.find(({ role }) => role === 'prompt')
  if (words && prompt !== undefined) setDraft(words.name, prompt)
  return true
}

/**
 * Puts a file in the first place of the form for it. All other files go: they were given to an
 * earlier job, and nobody would see that they are sent, and paid for, with this one too.
 */
export function putInput(input: MediaInput): boolean {
  const fields = store.get(formAtom)?.fields ?? []
  const files = fields.filter(({ type, role }) => type === 'file' && role !== 'mask')
  const field = files.find(({ role }) => role === 'image') ?? files[0]
  if (!field) return false
  for (const { name, type } of fields) if (type === 'file') setDraft(name, [])
  setDraft(field.name, [input])
  return true
}

/**
 * Moves the focus to the prompt, or to the button that starts the job: also of a form that was just
 * opened and has no prompt. The form takes it once it is drawn.
 */
export function focusForm(target: FormFocus): void {
  store.set(wantedFocusAtom, target)
}
