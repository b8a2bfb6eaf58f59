import { useAtom, useAtomValue } from 'jotai'
import { ChevronLeft, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenTable, TableNotes as Notes } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { tablePromptAtom } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { BatchList } from './BatchList.tsx'
import { BatchRun } from './BatchRun.tsx'
import { BatchSetup } from './BatchSetup.tsx'
import { ChooseSheet } from './ChooseSheet.tsx'
import { TableNotes } from './TableNotes.tsx'
import {
  batchesAtom,
  batchesFailureAtom,
  loadBatches,
  openBatchAtom,
  putBatch,
} from './batchList.ts'

type Workbook = Extract<ChosenTable, { sheets: string[] }>

/** Shows the tables that a prompt was run over, or the open one. */
export function BatchesPlace(): ReactNode {
  const { t } = useTranslation()
  const batches = useAtomValue(batchesAtom)
  const failure = useAtomValue(batchesFailureAtom)
  const [openId, setOpenId] = useAtom(openBatchAtom)
  const choosing = useTask()
  const [carried, setCarried] = useAtom(tablePromptAtom)
  const [workbook, setWorkbook] = useState<Workbook>()
  const [noted, setNoted] = useState<{ id: string; notes: Notes } | null>(null)
  useEffect(() => void loadBatches(), [])
  // The prompt is for a table that the user chooses now, not for the one that was open.
  useEffect(() => {
    if (carried !== undefined) setOpenId(undefined)
  }, [carried, setOpenId])
  const open = batches?.find(({ id }) => id === openId)
  const shownFailure = choosing.failure ?? failure

  const choose = (ask: () => Promise<ChosenTable>): void =>
    void choosing.run(async () => {
      const chosen = await ask()
      setWorkbook('sheets' in chosen ? chosen : undefined)
      if ('sheets' in chosen || !chosen.batch) return
      const { batch, notes } = chosen
      putBatch(carried === undefined ? batch : { ...batch, prompt: carried })
      setCarried(undefined)
      setOpenId(batch.id)
      setNoted(notes && { id: batch.id, notes })
    })
  const chooseButton = (
    <Button
      variant={open ? 'secondary' : 'primary'}
      busy={choosing.running}
      onClick={() => choose(() => api.batches.choose({}))}
    >
      {t('batches.choose')}
    </Button>
  )
  return (
    <div className="h-full [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 md:px-8">
      <div className="mx-auto max-w-2xl space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          {open && (
            <Button
              variant="quiet"
              icon={<ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
              onClick={() => setOpenId(undefined)}
            >
              {t('batches.back')}
            </Button>
          )}
          <h1 className="min-w-0 grow text-lg font-semibold break-words">{t('batches.title')}</h1>
          {batches && batches.length > 0 && chooseButton}
        </div>
        {shownFailure && (
          <ErrorAlert
            error={shownFailure.error}
            since={shownFailure.at}
            onDismiss={choosing.failure && choosing.clear}
          />
        )}
        {!batches && <Skeleton className="h-40" />}
        {batches?.length === 0 && (
          <EmptyState
            icon={Table2}
            title={t('batches.empty.title')}
            description={t('batches.empty.description')}
            action={chooseButton}
          />
        )}
        {carried !== undefined && (
          <Alert
            tone="note"
            dismiss={{ label: t('app.dismiss'), run: () => setCarried(undefined) }}
          >
            {t('batches.carried')}
            <span dir="auto" className="line-clamp-3 whitespace-pre-wrap">
              {carried}
            </span>
          </Alert>
        )}
        {workbook && (
          <ChooseSheet
            name={workbook.name}
            sheets={workbook.sheets}
            isBusy={choosing.running}
            onChoose={(sheet) =>
              choose(() => api.batches.chooseSheet({ fileId: workbook.fileId, sheet }))
            }
            onCancel={() => setWorkbook(undefined)}
          />
        )}
        {open && noted?.id === open.id && (
          <TableNotes notes={noted.notes} onDismiss={() => setNoted(null)} />
        )}
        {open?.state === 'draft' && <BatchSetup key={open.id} batch={open} />}
        {open && open.state !== 'draft' && <BatchRun key={open.id} batch={open} />}
        {!open && batches && batches.length > 0 && (
          <BatchList batches={batches} onOpen={setOpenId} />
        )}
      </div>
    </div>
  )
}
