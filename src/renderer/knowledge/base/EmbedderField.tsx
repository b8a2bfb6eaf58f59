import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { ModelSelect } from '../../core/models/ModelSelect.tsx'
import { useModelList } from '../../core/models/useModelList.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { useModelPlace } from './useModelPlace.ts'

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
  const place = useModelPlace('embed', embedder)
  if (!embedder) {
    return t(
      list?.models.length === 0 ? 'knowledge.embedder.noneListed' : 'knowledge.embedder.hint',
    )
  }
  return place.local
    ? t('knowledge.embedder.local')
    : t('knowledge.embedder.remote', { provider: place.provider })
}
