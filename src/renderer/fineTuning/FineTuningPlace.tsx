import { useAtom, useAtomValue } from 'jotai'
import { ChevronLeft, GraduationCap } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { attempt } from '../core/failures.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { goodExamplesAtom, refreshGoodExamples } from './goodExamples.ts'
import { TrainingList } from './TrainingList.tsx'
import { TrainingRun } from './TrainingRun.tsx'
import { TrainingSetup } from './TrainingSetup.tsx'
import {
  loadTrainings,
  openTraining,
  openTrainingAtom,
  trainingsAtom,
  trainingsFailureAtom,
} from './trainings.ts'

/** Shows the trainings of models at services, or the open one. */
export function FineTuningPlace(): ReactNode {
  const { t, i18n } = useTranslation()
  const format = (count: number): string => formatNumber(i18n.language, count)
  const trainings = useAtomValue(trainingsAtom)
  const failure = useAtomValue(trainingsFailureAtom)
  const [openId, setOpenId] = useAtom(openTrainingAtom)
  const choosing = useTask()
  const marked = useAtomValue(goodExamplesAtom).size
  useEffect(() => {
    void loadTrainings()
    attempt(refreshGoodExamples())
  }, [])
  const open = trainings?.find(({ id }) => id === openId)
  const shownFailure = choosing.failure ?? failure

  const choose = (): void =>
    void choosing.run(async () => {
      const { training } = await api.fineTuning.choose({})
      if (training) openTraining(training)
    })
  const fromMarked = (): void =>
    void choosing.run(async () => {
      const { training, leftOut } = await api.fineTuning.fromMarked({})
      openTraining(training)
      if (leftOut > 0) showToast(t('fineTuning.leftOut', { answers: format(leftOut) }))
    })
  const chooseButton = (
    <Button variant={open ? 'secondary' : 'primary'} busy={choosing.running} onClick={choose}>
      {t('fineTuning.choose')}
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
              {t('fineTuning.back')}
            </Button>
          )}
          <h1 className="min-w-0 grow text-lg font-semibold break-words">
            {t('fineTuning.title')}
          </h1>
          {trainings && trainings.length > 0 && chooseButton}
        </div>
        {!open && marked > 0 && (
          <Button busy={choosing.running} onClick={fromMarked}>
            {t('fineTuning.fromMarked', { answers: format(marked) })}
          </Button>
        )}
        {shownFailure && (
          <ErrorAlert
            error={shownFailure.error}
            since={shownFailure.at}
            onDismiss={choosing.failure && choosing.clear}
          />
        )}
        {!trainings && <Skeleton className="h-40" />}
        {trainings?.length === 0 && (
          <EmptyState
            icon={GraduationCap}
            title={t('fineTuning.empty.title')}
            description={t('fineTuning.empty.description')}
            action={chooseButton}
          />
        )}
        {open?.state === 'draft' && <TrainingSetup key={open.id} training={open} />}
        {open && open.state !== 'draft' && <TrainingRun key={open.id} training={open} />}
        {!open && trainings && trainings.length > 0 && (
          <TrainingList trainings={trainings} onOpen={setOpenId} />
        )}
      </div>
    </div>
  )
}
