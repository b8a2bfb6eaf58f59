import { useAtom, useAtomValue } from 'jotai'
import { Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenTable, TableNotes as Notes } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { RecordPlace } from '../core/records/RecordPlace.tsx'
import { tablePromptAtom } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { Alert } from '../ui/status/Alert.tsx'
import { BatchList } from './BatchList.tsx'
import { BatchRun } from './BatchRun.tsx'
import { BatchSetup } from './BatchSetup.tsx'
import { ChooseSheet } from './ChooseSheet.tsx'
import { TableNotes } from './TableNotes.tsx'
import { batchList, openBatchAtom } from './batchList.ts'

type Workbook = Extract<ChosenTable, { sheets: string[] }>

/** Shows the tables that a prompt was run over, or the open one. */
export function BatchesPlace(): ReactNode {
  const { t } = useTranslation()
  const batches = useAtomValue(batchList.recordsAtom)
  const failure = useAtomValue(batchList.failureAtom)
  const [openId, setOpenId] = useAtom(openBatchAtom)
  const choosing = useTask()
  const [carried, setCarried] = useAtom(tablePromptAtom)
  const [workbook, setWorkbook] = useState<Workbook>()
  const [noted, setNoted] = useState<{ id: string; notes: Notes } | null>(null)
  useEffect(() => void batchList.load(), [])
  // The prompt is for a table that the user chooses now, not for the one that was open.
  useEffect(() => {
    if (carried !== undefined) setOpenId(undefined)
  }, [carried, setOpenId])
  const open = batches?.find(({ id }) => id === openId)

  const choose = (ask: () => Promise<ChosenTable>): void =>
    void choosing.run(async () => {
      const chosen = await ask()
      setWorkbook('sheets' in chosen ? chosen : undefined)
      if ('sheets' in chosen || !chosen.batch) return
      const { batch, notes } = chosen
      batchList.put(carried === undefined ? batch : { ...batch, prompt: carried })
      setCarried(undefined)
      setOpenId(batch.id)
      setNoted(notes && { id: batch.id, notes })
    })
  return (
    <RecordPlace
      title={t('batches.title')}
      backLabel={t('batches.back')}
      onBack={open && (() => setOpenId(undefined))}
      count={batches?.length}
      add={{
        label: t('batches.choose'),
        run: () => choose(() => api.batches.choose({})),
        task: choosing,
      }}
      failure={failure}
      empty={{
        icon: Table2,
        title: t('batches.empty.title'),
        description: t('batches.empty.description'),
      }}
    >
      {carried !== undefined && (
        <Alert tone="note" dismiss={{ label: t('app.dismiss'), run: () => setCarried(undefined) }}>
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
      {!open && batches && batches.length > 0 && <BatchList batches={batches} onOpen={setOpenId} />}
    </RecordPlace>
  )
}
