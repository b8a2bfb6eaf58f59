import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { ModelSelect } from '../../core/ModelSelect.tsx'
import { providersAtom, sameModel } from '../../core/store.ts'
import { useModelList } from '../../core/useModelList.ts'
import { FieldRow } from '../../ui/FieldRow.tsx'

interface EmbedderFieldProps {
  embedder: ModelReference | null
  onChoose: (embedder: ModelReference | null) => void
}

/** Chooses the model that embeds a base, and says who gets the text. */
export function EmbedderField({ embedder, onChoose }: EmbedderFieldProps): ReactNode {
  const { t } = useTranslation()
  const label = t('knowledge.embedder.label')
  return (
    <FieldRow label={label} hint={<EmbedderHint embedder={embedder} />} data-field="embedder">
      <ModelSelect
        task="embed"
        label={label}
        chosen={embedder}
        unchosenText={t('knowledge.embedder.none')}
        marksLocal
        onChoose={onChoose}
      />
    </FieldRow>
  )
}

function EmbedderHint({ embedder }: { embedder: ModelReference | null }): ReactNode {
  const { t } = useTranslation()
  const list = useModelList('embed')
  const providers = useAtomValue(providersAtom) ?? []
  if (!embedder) {
    return t(
      list?.models.length === 0 ? 'knowledge.embedder.noneListed' : 'knowledge.embedder.hint',
    )
  }
  const model = list?.models.find((one) => sameModel(one, embedder))
  if (model?.local) return t('knowledge.embedder.local')
  const provider = providers.find(({ id }) => id === embedder.providerId)?.name
  return t('knowledge.embedder.remote', { provider: provider ?? embedder.providerId })
}
