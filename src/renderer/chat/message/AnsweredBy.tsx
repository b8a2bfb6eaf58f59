import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import { providersAtom } from '../../core/store.ts'
import { LetterMark } from '../../ui/LetterMark.tsx'
import { ParleyMark } from '../../ui/ParleyMark.tsx'
import { modelNameAtom } from '../models/modelNames.ts'

/** Shows the model that wrote an answer, with its provider's mark. */
export function AnsweredBy({ model }: { model: ModelReference }): ReactNode {
  const name = useAtomValue(modelNameAtom)(model)
  const provider = useAtomValue(providersAtom)?.find(({ id }) => id === model.providerId)
  return (
    <div className="answered-by">
      {provider?.kind === 'guide' ? (
        <ParleyMark className="size-5 text-accent" />
      ) : (
        <LetterMark name={provider?.name ?? model.providerId} />
      )}
      <span dir="auto" className="truncate">
        {name}
      </span>
    </div>
  )
}
