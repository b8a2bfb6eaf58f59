import type { FormValues } from '../../../shared/media/mediaForm.ts'
import type { SavedSettings } from '../../../shared/media/mediaSettings.ts'
import { sameModel, store } from '../../core/store.ts'
import { mediaModelsAtom } from '../mediaModels.ts'
import { readForm } from './fieldDraft.ts'
import { isModelNamed } from './isModelNamed.ts'
import { rememberModel } from './lastModel.ts'
import { formAtom, openForm } from './mediaForm.ts'
import { unusedSettings, valuesFromSettings } from './valuesFromSettings.ts'

/**
 * Takes Parley's own settings as they are, for their model; others as far as the form has them, of
 * the model of this computer that they name or else of the chosen one, beside the files that were chosen. Returns the names of the settings that the form has no place
 * for, with `model` for that of another program.
 */
export async function fillForm(settings: SavedSettings): Promise<readonly string[]> {
  const models = store.get(mediaModelsAtom)?.models ?? []
  const own = models.find(
    ({ providerId, modelId }) => providerId === settings.providerId && modelId === settings.modelId,
  )
  if (own && Object.keys(settings.values).length > 0) {
    rememberModel(own)
    await openForm(own, settings.values)
    const fields = store.get(formAtom)?.fields ?? []
    return Object.keys(settings.values).filter((name) => !fields.some((one) => one.name === name))
  }
  const named = models.filter((model) => isModelNamed(model, settings.modelId ?? ''))
  const before = store.get(formAtom)
  // Another model is taken only where it costs nothing.
  const better = named.find(({ local }) => local)
  if (better && !named.some((model) => before && sameModel(model, before.model))) {
    rememberModel(better)
    await openForm(better)
  }
  const form = store.get(formAtom)
  if (!form?.fields) return []
  const { fields, drafts, model } = form
  const files = fields.filter(({ type }) => type === 'file').map(({ name }) => name)
  const chosen: FormValues = Object.fromEntries(
    Object.entries(readForm(fields, drafts).values).filter(([name]) => files.includes(name)),
  )
  await openForm(model, { ...chosen, ...valuesFromSettings(fields, settings) })
  const isOther = settings.modelId !== null && !named.some((one) => sameModel(one, model))
  return [...(isOther ? ['model'] : []), ...unusedSettings(fields, settings)]
}
