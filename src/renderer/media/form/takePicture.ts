import type { TFunction } from 'i18next'
import type { PictureRequest } from '../../core/pictureRequest.ts'
import { store } from '../../core/store.ts'
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
  // No service makes variations by itself: it is an edit that asks for one.
  const fitting = modelsFor(task === 'vary' ? 'edit' : task, models)
  if (!(await giveInput(input, fitting))) {
    showErrorToast(translate('media.noModelFor'))
    return
  }
  const prompt = store.get(formAtom)?.fields?.find(({ role }) => role === 'prompt')
  if (task === 'vary' && prompt) setDraft(prompt.name, translate('media.varyPrompt'))
  focusForm(task === 'vary' || task === 'upscale' ? 'button' : 'prompt')
}
