import { useAtom, useAtomValue } from 'jotai'
import { LibraryBig } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { HostedLeft } from './hosted/HostedLeft.tsx'
import { KnowledgeDrop } from './adding/KnowledgeDrop.tsx'
import { BaseDetail } from './base/BaseDetail.tsx'
import { BaseList } from './base/BaseList.tsx'
import { NewBaseDialog } from './base/NewBaseDialog.tsx'
import { basesAtom, basesFailureAtom, loadBases } from './bases.ts'
import { knowledgeViewAtom, newBaseOpenAtom } from './knowledgeView.ts'
import { TransferNotes } from './TransferNotes.tsx'

interface KnowledgePlaceProps {
  /** Opens a chat that asks a base. */
  onAsk: (baseId: string) => void
}

/** Shows the bases, and the sources and settings of the open one. */
export function KnowledgePlace({ onAsk }: KnowledgePlaceProps): ReactNode {
  const bases = useAtomValue(basesAtom)
  const failure = useAtomValue(basesFailureAtom)
  const [view] = useAtom(knowledgeViewAtom)
  useEffect(() => void loadBases(), [])
  const base = bases?.find(({ id }) => id === view.baseId) ?? bases?.[0]
  return (
    <div className="flex h-full flex-col md:flex-row">
      <BaseList bases={bases ?? []} shown={base} />
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {failure && (
          <div className="px-5 pt-4 md:px-8">
            <ErrorAlert
              error={failure.error}
              since={failure.at}
              onAction={() => void loadBases()}
              offered={['retry']}
            />
          </div>
        )}
        <TransferNotes />
        <HostedLeft />
        {base ? (
          <BaseDetail key={base.id} base={base} onAsk={() => onAsk(base.id)} />
        ) : bases ? (
          <NoBase />
        ) : (
          <Skeleton className="m-8 h-40" />
        )}
      </div>
      <KnowledgeDrop base={base} />
      <NewBaseDialog />
    </div>
  )
}

function NoBase(): ReactNode {
  const { t } = useTranslation()
  const [, setOpen] = useAtom(newBaseOpenAtom)
  return (
    <div className="grid grow place-items-center">
      <EmptyState
        icon={LibraryBig}
        title={t('knowledge.empty.title')}
        description={t('knowledge.empty.description')}
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t('knowledge.newBase.title')}
          </Button>
        }
      />
    </div>
  )
}
