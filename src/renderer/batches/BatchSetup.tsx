import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import type { BatchWay } from '../../shared/batches/parts.ts'
import type { WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { preferencesAtom, store } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { formatList } from '../ui/formatList.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { Card } from '../ui/layout/Card.tsx'
import { BatchPreview } from './BatchPreview.tsx'
import { BatchWayChoice } from './BatchWayChoice.tsx'
import { batchList } from './batchList.ts'
import { DeleteBatch } from './DeleteBatch.tsx'
import { filledRows } from './rowCounts.ts'
import { TryRow } from './TryRow.tsx'
import { usePreview } from './usePreview.ts'

/** Chooses the model and the prompt of a table, shows the first requests, and starts it. */
export function BatchSetup({ batch }: { batch: Batch }): ReactNode {
  const { t, i18n } = useTranslation()
  const [model, setModel] = useState<ModelReference | null>(
    () => batch.model ?? store.get(preferencesAtom)?.recentModels[0] ?? null,
  )
  const [system, setSystem] = useState(batch.system)
  const [prompt, setPrompt] = useState(batch.prompt)
  const [answerShape, setAnswerShape] = useState(batch.answerShape)
  const [chosenWay, setWay] = useState<BatchWay>('now')
  const { sent } = batch.counts
  const { preview, failure } = usePreview(
    { id: batch.id, model, system, prompt, answerShape },
    batch.counts,
  )
  const starting = useTask()
  const quote = preview?.service ?? null
  const way = quote ? chosenWay : 'now'
  const names = preview?.unknown ?? []
  const shapeError = preview?.answerShapeError ?? null
  const canStart =
    model !== null && prompt.trim() !== '' && names.length === 0 && shapeError === null
  const start = (): void =>
    void starting.run(async () => {
      if (!model) return
      const prompts = { system, prompt, answerShape }
      batchList.put(await api.batches.start({ id: batch.id, model, ...prompts, way }))
    })
  const tryRow = async (number: number): Promise<void> => {
    if (!model) return
    await api.batches.tryRow({ id: batch.id, model, system, prompt, answerShape, number })
  }
  const shownFailure = starting.failure ?? failure
  const first = batch.columns[0]?.name ?? ''
  return (
    <Card title={batch.name} trailing={sent === 0 && <DeleteBatch batch={batch} />}>
      <p className="text-sm text-muted">
        {t('batches.rows', { rows: formatNumber(i18n.language, filledRows(batch)) })}
      </p>
      {batch.counts.empty > 0 && (
        <p className="text-sm">
          {t('batches.emptyRows', {
            rows: formatNumber(i18n.language, batch.counts.empty),
            numbers: formatList(i18n.language, batch.emptyRows.map(String)),
          })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <span className="font-medium">{t('batches.model')}</span>
        <ModelSelect
          task="chat"
          label={t('batches.model')}
          chosen={model}
          unchosenText={t('batches.noModel')}
          onChoose={setModel}
        />
      </div>
      <Columns
        batch={batch}
        onInsert={(name) =>
          setPrompt((text) => `${text}${text && !/\s$/.test(text) ? ' ' : ''}{{${name}}}`)
        }
      />
      <TextArea
        label={t('batches.system')}
        value={system}
        dir="auto"
        onChange={({ target }) => setSystem(target.value)}
      />
      <TextArea
        label={t('batches.prompt')}
        value={prompt}
        dir="auto"
        hint={t('batches.promptHint', { example: `{{${first}}}` })}
        error={
          names.length > 0
            ? t('batches.unknown', { names: formatList(i18n.language, names) })
            : undefined
        }
        onChange={({ target }) => setPrompt(target.value)}
      />
      <TextArea
        label={t('batches.answerShape.label')}
        value={answerShape}
        dir="auto"
        hint={t('batches.answerShape.hint')}
        error={shapeError ? shapeText(t, shapeError) : undefined}
        onChange={({ target }) => setAnswerShape(target.value)}
      />
      {preview && prompt.trim() !== '' && (
        <>
          <BatchPreview preview={preview} />
          <TryRow batch={batch} preview={preview} canSend={canStart} onTry={tryRow} />
        </>
      )}
      {quote && prompt.trim() !== '' && (
        <BatchWayChoice quote={quote} chosen={way} onChoose={setWay} />
      )}
      {shownFailure && <ErrorAlert error={shownFailure.error} since={shownFailure.at} />}
      <Button
        variant="primary"
        disabled={!canStart || sent > 0}
        busy={starting.running}
        onClick={start}
      >
        {t('batches.start')}
      </Button>
    </Card>
  )
}

/** Says what is wrong with the columns of the answer, with the fault as the parser names it. */
function shapeText(translate: TFunction, error: WireError): string {
  return [errorText(translate, error).sentence, error.details?.answer ?? ''].join(' ').trim()
}

interface ColumnsProps {
  batch: Batch
  onInsert: (name: string) => void
}

/** Lists the columns as buttons that put their variable into the prompt. */
function Columns({ batch: { columns, columnCount }, onInsert }: ColumnsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const more = columnCount - columns.length
  return (
    <div role="group" aria-label={t('batches.columns')} className="flex flex-wrap gap-1.5">
      {columns.map(({ name }) => (
        <Button
          key={name}
          size="small"
          aria-label={t('batches.insert', { name })}
          onClick={() => onInsert(name)}
        >
          <bdi>{name}</bdi>
        </Button>
      ))}
      {more > 0 && (
        <span className="text-sm text-muted">
          {t('batches.moreColumns', { more: formatNumber(i18n.language, more) })}
        </span>
      )}
    </div>
  )
}
