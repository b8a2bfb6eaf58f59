import { useAtomValue } from 'jotai'
import type { ModelReference, ModelTask } from '../../../shared/models.ts'
import { providersAtom, sameModel } from '../../core/store.ts'
import { useModelList } from '../../core/models/useModelList.ts'

/** Returns whether a model is on this computer, and the name of its provider. */
export function useModelPlace(
  task: ModelTask,
  reference: ModelReference | null,
): { local: boolean; provider: string } {
  const list = useModelList(task)
  const providers = useAtomValue(providersAtom) ?? []
  if (!reference) return { local: false, provider: '' }
  const model = list?.models.find((one) => sameModel(one, reference))
  const provider = providers.find(({ id }) => id === reference.providerId)?.name
  return { local: model?.local === true, provider: provider ?? reference.providerId }
}
