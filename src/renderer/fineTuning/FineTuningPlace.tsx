import { useAtom, useAtomValue } from 'jotai'
import { GraduationCap } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { RecordPlace } from '../core/records/RecordPlace.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { goodExamplesAtom, refreshGoodExamples } from './goodExamples.ts'
import { TrainingList } from './TrainingList.tsx'
import { TrainingRun } from './TrainingRun.tsx'
import { TrainingSetup } from './TrainingSetup.tsx'
import { openTraining, openTrainingAtom, trainings } from './trainings.ts'

/** Shows the trainings of models at services, or the open one. */
export function FineTuningPlace(): ReactNode {
  const { t, i18n } = useTranslation()
  const format = (count: number): string => formatNumber(i18n.language, count)
  const known = useAtomValue(trainings.recordsAtom)
  const failure = useAtomValue(trainings.failureAtom)
  const [openId, setOpenId] = useAtom(openTrainingAtom)
  const choosing = useTask()
  const marked = useAtomValue(goodExamplesAtom).size
  useEffect(() => {
    void trainings.load()
    attempt(refreshGoodExamples())
  }, [])
  const open = known?.find(({ id }) => id === openId)

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
  return (
    <RecordPlace
      title={t('fineTuning.title')}
      backLabel={t('fineTuning.back')}
      onBack={open && (() => setOpenId(undefined))}
      count={known?.length}
      add={{ label: t('fineTuning.choose'), run: choose, task: choosing }}
      failure={failure}
      empty={{
        icon: GraduationCap,
        title: t('fineTuning.empty.title'),
        description: t('fineTuning.empty.description'),
      }}
    >
      {!open && marked > 0 && (
        <Button busy={choosing.running} onClick={fromMarked}>
          {t('fineTuning.fromMarked', { answers: format(marked) })}
        </Button>
      )}
      {open?.state === 'draft' && <TrainingSetup key={open.id} training={open} />}
      {open && open.state !== 'draft' && <TrainingRun key={open.id} training={open} />}
      {!open && known && known.length > 0 && <TrainingList trainings={known} onOpen={setOpenId} />}
    </RecordPlace>
  )
}
