import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { CostDialog } from './CostDialog.tsx'

interface EmbedderDialogProps {
  base: Base
  /** The model to ask about; undefined for none. */
  embedder: ModelReference | undefined
  onClose: () => void
  onConfirm: (embedder: ModelReference) => void
}

/** Says what embedding a base with another model costs, before it begins. */
export function EmbedderDialog(props: EmbedderDialogProps): ReactNode {
  const { base, embedder, onClose, onConfirm } = props
  const { t } = useTranslation()
  const estimate = useCallback(
    async () =>
      embedder
        ? api.knowledge.estimate({ baseId: base.id, embedder })
        : { tokens: 0, dollars: null },
    [base.id, embedder],
  )
  return (
    <CostDialog
      estimate={embedder && estimate}
      title={t('knowledge.estimate.title', { name: base.name })}
      description={t(base.space ? 'knowledge.estimate.replaces' : 'knowledge.estimate.adds')}
      confirmLabel={t('knowledge.estimate.confirm')}
      onClose={onClose}
      onConfirm={() => embedder && onConfirm(embedder)}
    />
  )
}
