import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import { ProviderMark } from '../../core/models/ProviderMark.tsx'
import { modelNameAtom } from '../models/modelNames.ts'

/** Shows the model that wrote an answer, with its provider's mark. */
export function AnsweredBy({ model }: { model: ModelReference }): ReactNode {
  const nameOf = useAtomValue(modelNameAtom)
  return (
    <div className="answered-by">
      <ProviderMark providerId={model.providerId} />
      <span dir="auto" className="truncate">
        {nameOf(model)}
      </span>
    </div>
  )
}
