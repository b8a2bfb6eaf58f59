import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ModelTask } from '../../../shared/models.ts'
import { api } from '../bridge.ts'
import { modelListAtoms, refreshModels } from '../store.ts'
import type { ModelList } from '../store.ts'

/** Returns the models for a task, kept up to date; undefined until main's first answer. */
export function useModelList(task: ModelTask): ModelList | undefined {
  useEffect(() => void refreshModels(api, task), [task])
  return useAtomValue(modelListAtoms[task])
}
