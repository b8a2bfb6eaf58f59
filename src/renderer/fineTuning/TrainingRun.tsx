import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask, type Task } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatDateTime, formatDollars, formatNumber, formatTokens } from '../ui/formatAmount.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { DeploymentNote } from './DeploymentNote.tsx'
import { LossCurve } from './LossCurve.tsx'
import { RemoveTraining } from './RemoveTraining.tsx'
import { SaveSet } from './SaveSet.tsx'
import { openTraining, trainings } from './trainings.ts'

/** Shows how far a training is, and what has come of it; it is paused, continued and cancelled here. */
export function TrainingRun({ training }: { training: Training }): ReactNode {
  const { name, state, error, curve } = training
  const work = useTask()
  const isActive = state === 'uploading' || state === 'creating' || state === 'running'
  return (
    <Card title={name} trailing={!isActive && <RemoveTraining training={training} />}>
      <Status training={training} />
      {error && (
        <ErrorAlert error={error} since={training.startedAt ?? 0}>
          {null}
        </ErrorAlert>
      )}
      {work.failure && <ErrorAlert error={work.failure.error} since={work.failure.at} />}
      {state === 'unknown' && <Unknown training={training} work={work} />}
      <Actions training={training} work={work} />
      <LossCurve curve={curve} />
      <Checkpoints training={training} />
      <Events training={training} />
    </Card>
  )
}

function Status({ training }: { training: Training }): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { state, remoteState, model, split, trainedTokens, dollars } = training
  const { tunedModel, dialect } = training
  const format = (value: number): string => formatNumber(language, value)
  const isOver = trainedTokens !== null && trainedTokens > 0
  return (
    <div className="space-y-1 text-sm">
      <p>
        <Facts
          facts={[
            t(`fineTuning.state.${state}`),
            state === 'running' &&
              remoteState !== null &&
              t('fineTuning.remoteState', { state: remoteState }),
            training.finishesAt !== null &&
              t('fineTuning.finishes', { when: formatDateTime(language, training.finishesAt) }),
          ]}
        />
      </p>
      {tunedModel !== null && (
        <>
          <p>{t('fineTuning.tunedModel', { model: tunedModel })}</p>
          <DeploymentNote dialect={dialect} />
        </>
      )}
      <p className="text-xs text-muted">
        <Facts
          facts={[
            model?.modelId ?? '',
            split !== null &&
              t('fineTuning.split', {
                training: format(split.training),
                validation: format(split.validation),
              }),
            isOver &&
              t('fineTuning.trainedTokens', { tokens: formatTokens(language, trainedTokens) }),
            isOver &&
              (dollars === null ? t('app.price.unknown') : formatDollars(language, dollars)),
          ]}
        />
      </p>
    </div>
  )
}

interface WorkProps {
  training: Training
  work: Task
}

function Actions({ training, work }: WorkProps): ReactNode {
  const { t } = useTranslation()
  const { id, state, error, canPause, canResume } = training
  const run = (ask: () => Promise<Training>): void =>
    void work.run(async () => trainings.put(await ask()))
  const isActive = state === 'uploading' || state === 'creating' || state === 'running'
  return (
    <div className="flex flex-wrap gap-2">
      {canPause && (
        <Button busy={work.running} onClick={() => run(() => api.fineTuning.pause({ id }))}>
          {t('fineTuning.pause')}
        </Button>
      )}
      {canResume && (
        <Button
          variant="primary"
          busy={work.running}
          onClick={() => run(() => api.fineTuning.resume({ id }))}
        >
          {t('fineTuning.resume')}
        </Button>
      )}
      {isActive && error && (
        <Button busy={work.running} onClick={() => run(() => api.fineTuning.lookAgain({ id }))}>
          {t('fineTuning.lookAgain')}
        </Button>
      )}
      {isActive && (
        <Button busy={work.running} onClick={() => run(() => api.fineTuning.cancel({ id }))}>
          {t('fineTuning.cancel')}
        </Button>
      )}
      {!isActive && (
        <Button
          busy={work.running}
          onClick={() => void work.run(async () => openTraining(await api.fineTuning.copy({ id })))}
        >
          {t('fineTuning.copy')}
        </Button>
      )}
      <SaveSet id={id} />
    </div>
  )
}

function Unknown({ training: { id }, work }: WorkProps): ReactNode {
  const { t } = useTranslation()
  const run = (ask: () => Promise<Training>): void =>
    void work.run(async () => trainings.put(await ask()))
  return (
    <Alert
      tone="note"
      actions={
        <>
          <Button
            size="small"
            busy={work.running}
            onClick={() => run(() => api.fineTuning.lookAgain({ id }))}
          >
            {t('fineTuning.lookAgain')}
          </Button>
          <Button
            size="small"
            busy={work.running}
            onClick={() => run(() => api.fineTuning.createAgain({ id }))}
          >
            {t('fineTuning.createAgain')}
          </Button>
        </>
      }
    >
      {t('fineTuning.unknownNote')}
    </Alert>
  )
}

function Checkpoints({ training: { checkpoints } }: { training: Training }): ReactNode {
  const { t, i18n } = useTranslation()
  if (checkpoints.length === 0) return null
  const title = t('fineTuning.checkpoints')
  const format = (value: number): string => formatNumber(i18n.language, value)
  return (
    <section aria-label={title} className="space-y-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      <RowList label={title}>
        {checkpoints.map(({ modelId, step, trainingLoss, validationLoss }) => (
          <li key={modelId} className="px-4 py-2 text-sm">
            <bdi className="wrap-anywhere">{modelId}</bdi>
            <p className="text-xs text-muted">
              <Facts
                facts={[
                  t('fineTuning.step', { step: format(step) }),
                  trainingLoss !== null &&
                    `${t('fineTuning.trainingLoss')} ${format(trainingLoss)}`,
                  validationLoss !== null &&
                    `${t('fineTuning.validationLoss')} ${format(validationLoss)}`,
                ]}
              />
            </p>
          </li>
        ))}
      </RowList>
    </section>
  )
}

function Events({ training: { events } }: { training: Training }): ReactNode {
  const { t, i18n } = useTranslation()
  if (events.length === 0) return null
  const title = t('fineTuning.events')
  return (
    <section aria-label={title} className="space-y-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      <RowList label={title}>
        {events.map(({ id, at, level, message }) => (
          <li key={id} className="px-4 py-2 text-sm">
            <p
              dir="auto"
              className={level === 'error' ? 'text-danger-ink wrap-anywhere' : 'wrap-anywhere'}
            >
              {message}
            </p>
            <p className="text-xs text-muted">{formatDateTime(i18n.language, at)}</p>
          </li>
        ))}
      </RowList>
    </section>
  )
}
