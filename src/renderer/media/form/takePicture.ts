import type { TFunction } from 'i18next'
import type { PictureRequest } from '../../core/pictureRequest.ts'
import { sameModel, store } from '../../core/store.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import { showErrorToast } from '../../ui/layers/Toast.tsx'
import { loadMediaModels, mediaModelsAtom, modelsFor } from '../mediaModels.ts'
import { focusForm, formAtom, giveInput, setDraft } from './mediaForm.ts'

/** Fills the form with a picture of another place, for the first model that does what is wanted. */
export async function takePicture(
  translate: TFunction,
  { task, file }: PictureRequest,
): Promise<void> {
  if (!store.get(mediaModelsAtom)) await loadMediaModels()
  const models = store.get(mediaModelsAtom)?.models ?? []
  const { id, name, mediaType, sizeBytes, flagged } = file
  const known = { id, name, mediaType, sizeBytes, outputId: null }
  const input = flagged ? { ...known, flagged } : known
  const fitting = modelsFor(task, models)
  if (!(await giveInput(input, fitting))) {
    showErrorToast(translate('media.noModelFor'))
    return
  }
  if (task === 'vary') askForVariation(translate, fitting)
  focusForm(task === 'vary' || task === 'upscale' ? 'button' : 'prompt')
}

/** Most models make no variations by themselves: there it is an edit that asks for one. */
function askForVariation(translate: TFunction, models: readonly MediaModel[]): void {
  const form = store.get(formAtom)
  const prompt = form?.fields?.find(({ role }) => role === 'prompt')
  if (!form || !prompt) return
  const varies = models.find((model) => sameModel(model, form.model))?.varies
  setDraft(prompt.name, varies ? '' : translate('media.varyPrompt'))
}
