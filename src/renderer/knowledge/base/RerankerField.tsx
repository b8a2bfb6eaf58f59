import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { ModelSelect } from '../../core/models/ModelSelect.tsx'
import { sameModel } from '../../core/store.ts'
import { useModelList } from '../../core/models/useModelList.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { useProviderName } from '../hosted/useHosts.ts'

interface RerankerFieldProps {
  reranker: ModelReference | null
  onChoose: (reranker: ModelReference | null) => void
}

/** Chooses the model that judges the best passages again: one made for it, or any that chats. */
export function RerankerField({ reranker, onChoose }: RerankerFieldProps): ReactNode {
  const { t } = useTranslation()
  const rerankers = useModelList('rerank')?.models ?? []
  const chatting = useModelList('chat')?.models ?? []
  const provider = useProviderName(reranker?.providerId ?? '')
  const label = t('knowledge.reranker.label')
  const model = reranker && [...rerankers, ...chatting].find((one) => sameModel(one, reranker))
  const isRemote = reranker !== null && model?.local !== true
  const hint = [
    t('knowledge.reranker.hint'),
    ...(isRemote ? [t('knowledge.reranker.remote', { provider })] : []),
  ]
  return (
    <FieldRow label={label} hint={hint.join(' ')} data-field="reranker">
      <ModelSelect
        task="chat"
        label={label}
        chosen={reranker}
        unchosenText={t('knowledge.reranker.none')}
        leading={
          rerankers.length > 0 ? [{ label: t('knowledge.reranker.made'), models: rerankers }] : []
        }
        marksLocal
        onChoose={onChoose}
      />
    </FieldRow>
  )
}
