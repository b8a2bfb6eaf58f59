import { atom } from 'jotai'
import { maxModelNameLength, maxWorkflowLength } from '../../../shared/limits.ts'
import type { MediaWorkflow, WorkflowProblem } from '../../../shared/media/mediaWorkflow.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { rememberModel } from '../form/lastModel.ts'
import { openForm } from '../form/mediaForm.ts'
import { loadMediaModels, mediaModelsAtom } from '../mediaModels.ts'

/** The provider whose models are workflows. */
export const workflowProviderId = 'comfyui'

/** The workflow whose settings are shown. */
export const editedWorkflowAtom = atom<MediaWorkflow | undefined>(undefined)

/** Imports a workflow, chooses it and shows what Parley takes its inputs for. */
export async function importWorkflow(file: File): Promise<WorkflowProblem | null> {
  if (file.size > maxWorkflowLength) return 'tooLarge'
  const bare = file.name.replace(/\.json$/i, '').trim() || file.name
  const name = bare.slice(0, maxModelNameLength).toWellFormed().trim() || 'ComfyUI'
  const { workflow, problem } = await api.media.importWorkflow({ name, text: await file.text() })
  if (!workflow) return problem
  await loadMediaModels()
  const models = store.get(mediaModelsAtom)?.models ?? []
  const model = models.find(({ modelId }) => modelId === workflow.id)
  if (model) {
    rememberModel(model)
    await openForm(model)
  }
  store.set(editedWorkflowAtom, workflow)
  return null
}
