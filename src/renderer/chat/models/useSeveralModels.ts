import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { maxColumns } from '../../../shared/limits.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { attempt } from '../../core/failures.ts'
import { sameModel, store } from '../../core/store.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { chooseModel } from '../conversation/currentModel.ts'
import { askedModelsAtom, setOtherModels } from '../conversation/otherModels.ts'

interface SeveralModelsChoice {
  isOn: boolean
  /** The chosen models, the chat's own first. */
  asked: readonly ModelReference[]
  setOn: (isOn: boolean) => void
  /** Adds a model or takes it away; the first stays until there is another. */
  toggle: (model: ModelReference) => void
}

/** Chooses the models that answer the next message side by side. */
export function useSeveralModels(): SeveralModelsChoice {
  const asked = useAtomValue(askedModelsAtom)
  const [wanted, setWanted] = useState(false)
  const setOthers = (models: readonly ModelReference[]): void => {
    setOtherModels(store.get(currentIdAtom), models.map(referenceOf))
  }
  return {
    isOn: wanted || asked.length > 1,
    asked,
    setOn(isOn) {
      setWanted(isOn)
      if (!isOn) setOthers([])
    },
    toggle(model) {
      const left = asked.filter((one) => !sameModel(one, model))
      const [own, ...others] =
        left.length < asked.length ? left : [...asked, model].slice(0, maxColumns)
      if (!own) return
      setOthers(others)
      if (!asked[0] || !sameModel(own, asked[0])) attempt(chooseModel(own))
    },
  }
}

function referenceOf({ providerId, modelId }: ModelReference): ModelReference {
  return { providerId, modelId }
}
