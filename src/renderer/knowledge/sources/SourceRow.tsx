import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorAction } from '../../../shared/errors.ts'
import type { Base, Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { attempt } from '../../core/failures.ts'
import { openSettings } from '../../core/settingsTarget.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { ProgressBar } from '../../ui/status/ProgressBar.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { openSource } from '../viewer/openPassage.ts'
import { isReadable } from './isReadable.ts'
import { SourceIcon } from './SourceIcon.tsx'
import { SourceMenu } from './SourceMenu.tsx'
import { SourceOmissions } from './SourceOmissions.tsx'
import { SourceStatus } from './SourceStatus.tsx'

interface SourceRowProps {
  base: Base
  source: Source
}

/** Shows a source with its state, and what can be done about it. */
export function SourceRow({ base, source }: SourceRowProps): ReactNode {
  const { status } = source
  const { t } = useTranslation()
  const name = visibleText(source.name)
  return (
    <div className="flex items-center gap-3 py-2 ps-3.5 pe-2">
      <SourceIcon {...source} />
      <div className="min-w-0 grow">
        <h3 className="text-sm font-medium">
          {isReadable(source) ? (
            <button
              type="button"
              dir="auto"
              onClick={() => openSource(source)}
              className="own-direction block max-w-full truncate rounded-sm hover:underline"
            >
              {name}
            </button>
          ) : (
            <span dir="auto" className="own-direction block truncate">
              {name}
            </span>
          )}
        </h3>
        <p className="truncate text-xs text-muted">
          <SourceStatus status={status} isHosted={base.hosted !== null} />
          <SourceFacts source={source} />
        </p>
        <SourceOmissions source={source} />
        {status.state === 'embedding' && !base.hosted && (
          <div className="max-w-60 pt-1.5 pb-0.5">
            <ProgressBar
              label={t('knowledge.states.embeddingOf', { name })}
              fraction={status.total > 0 ? status.done / status.total : undefined}
              valueText={t('knowledge.part', { done: status.done, total: status.total })}
            />
          </div>
        )}
        {status.state === 'reading' && status.pictures && (
          <div className="max-w-60 pt-1.5 pb-0.5">
            <ProgressBar
              label={t('knowledge.pictures.reading', { name })}
              fraction={status.pictures.done / Math.max(1, status.pictures.total)}
              valueText={t('knowledge.part', status.pictures)}
            />
          </div>
        )}
        {status.state === 'failed' && <Failure base={base} source={source} error={status.error} />}
      </div>
      <SourceMenu source={source} />
    </div>
  )
}

/** Lists what is known of a source: its passages or why it has none, its size, where it lies. */
function SourceFacts({ source }: { source: Source }): ReactNode {
  const { t, i18n } = useTranslation()
  const { status, pages, sizeBytes, kind, location, unreadPictures } = source
  const facts = [
    status.state === 'ready' && t('knowledge.facts.passages', { count: status.passages }),
    status.state === 'skipped' && t(`knowledge.skipped.${status.reason}`),
    status.state !== 'skipped' &&
      unreadPictures > 0 &&
      t('knowledge.facts.unreadPictures', { count: unreadPictures }),
    pages !== null && t('knowledge.facts.pages', { count: pages }),
    sizeBytes > 0 && formatBytes(i18n.language, sizeBytes),
    kind === 'upload' && t('knowledge.kinds.upload'),
    kind === 'note' && t('knowledge.kinds.note'),
    kind === 'chat' && t('knowledge.kinds.chat'),
  ].filter((fact) => fact !== false)
  const isPlace = (kind === 'file' || kind === 'page') && location !== ''
  return (
    <>
      {facts.map((fact) => ` · ${fact}`).join('')}
      {isPlace && (
        <>
          {' · '}
          <bdi title={location}>{visibleText(location)}</bdi>
        </>
      )}
    </>
  )
}

interface FailureProps extends SourceRowProps {
  error: Extract<Source['status'], { state: 'failed' }>['error']
}

/** Says why a source could not be read, with the way out of it. */
function Failure({ base, source, error }: FailureProps): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  const { sentence, action, actionLabel } = errorText(t, error)
  const act = (wanted: ErrorAction): void => {
    if (wanted === 'addKey' || wanted === 'openProvider') openSettings('providers')
    else if (wanted === 'chooseModel') setView({ baseId: base.id, tab: 'settings' })
    else attempt(api.knowledge.reindex({ baseId: base.id, sourceId: source.id }))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5">
      <p className="text-xs break-words text-danger-ink">{sentence}</p>
      <Button size="small" onClick={() => act(action ?? 'retry')}>
        {actionLabel ?? t('errors.actions.retry')}
      </Button>
    </div>
  )
}
