import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { sameModel } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { formatBytes } from '../../ui/formatAmount.ts'
import { putBase } from '../bases.ts'
import { HostedSettings } from '../hosted/HostedSettings.tsx'
import { useProviderName } from '../hosted/useHosts.ts'
import { costText } from './costText.ts'
import { EmbedderDialog } from './EmbedderDialog.tsx'
import { EmbedderField } from './EmbedderField.tsx'
import { FolderList } from './FolderList.tsx'
import { PictureSettings } from './PictureSettings.tsx'
import { RerankerField } from './RerankerField.tsx'
import { SpaceProgress } from './SpaceProgress.tsx'

/** Shows how a base is searched, what it takes and costs, and the folders that are watched. */
export function BaseSettings({ base }: { base: Base }): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const provider = useProviderName(base.hosted?.providerId ?? '')
  const [asked, setAsked] = useState<{ embedder: ModelReference }>()
  const current = (base.nextSpace ?? base.space)?.model ?? null
  const setEmbedder = (embedder: ModelReference | null): void =>
    void task.run(async () =>
      putBase(await api.knowledge.setEmbedder({ baseId: base.id, embedder })),
    )
  const chooseEmbedder = (embedder: ModelReference | null): void => {
    if (embedder && current && sameModel(embedder, current)) return
    if (embedder && base.passages > 0) setAsked({ embedder })
    else setEmbedder(embedder)
  }
  return (
    <div className="space-y-5">
      {base.hosted ? (
        <HostedSettings base={base} hosted={base.hosted} />
      ) : (
        <EmbedderField embedder={current} onChoose={chooseEmbedder} />
      )}
      {base.nextSpace && <SpaceProgress space={base.nextSpace} replaces={base.space !== null} />}
      <RerankerField
        reranker={base.reranker}
        onChoose={(reranker) =>
          void task.run(async () =>
            putBase(await api.knowledge.setReranker({ baseId: base.id, reranker })),
          )
        }
      />
      <PictureSettings base={base} />
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-muted">{t('knowledge.facts.store')}</dt>
        <dd>{t(`knowledge.stores.${base.store}`, { provider })}</dd>
        <dt className="text-muted">{t('knowledge.facts.size')}</dt>
        <dd>{formatBytes(i18n.language, base.sizeBytes)}</dd>
        <dt className="text-muted">{t('knowledge.facts.spent')}</dt>
        <dd>{costText(t, i18n.language, base.spent)}</dd>
      </dl>
      <FolderList base={base} />
      <EmbedderDialog
        base={base}
        embedder={asked?.embedder}
        onClose={() => setAsked(undefined)}
        onConfirm={setEmbedder}
      />
    </div>
  )
}
