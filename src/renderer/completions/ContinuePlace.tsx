import { useAtomValue } from 'jotai'
import { Play, Redo2, Square, TextCursorInput, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxContinuedLength } from '../../shared/limits.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { attempt } from '../core/failures.ts'
import { modelsAtom, providersAtom } from '../core/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import {
  chooseModel,
  continueAt,
  openPage,
  pageAtom,
  redoStep,
  runAtom,
  setModel,
  setText,
  stopRun,
  undoStep,
} from './continuedText.ts'
import type { Page } from './continuedText.ts'
import { wantedModelAtom } from './openContinueText.ts'
import { OutcomeNotes } from './OutcomeNotes.tsx'
import { PieceList } from './PieceList.tsx'
import { SamplingPanel } from './SamplingPanel.tsx'
import { readSampling } from './samplingFields.ts'
import { shownContinuation } from './textHistory.ts'

/** Shows a text that models continue, with the probabilities of what they wrote. */
export function ContinuePlace(): ReactNode {
  const { t } = useTranslation()
  const page = useAtomValue(pageAtom)
  const wanted = useAtomValue(wantedModelAtom)
  useEffect(() => attempt(openPage()), [wanted])
  return (
    <div className="relative h-full [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 md:px-8">
      <div className="mx-auto flex min-h-full max-w-3xl flex-col gap-4">
        <div>
          <h1 className="text-lg font-semibold">{t('completions.title')}</h1>
          <p className="pt-1 text-sm text-muted">{t('completions.hint')}</p>
        </div>
        {page ? <Editor page={page} /> : <Skeleton className="h-60" />}
      </div>
    </div>
  )
}

/** Has a model chosen for a page without one, of those that continue texts. */
function useModelChoice(isUnchosen: boolean, completes: (model: Model) => boolean): void {
  // The page's ModelSelect keeps them up to date.
  const listed = useAtomValue(modelsAtom)
  const [refusedChats, setRefusedChats] = useState<readonly ModelReference[]>()
  // Once, because main reads many messages for it.
  useEffect(() => {
    if (!isUnchosen) return
    attempt(api.completions.refusedChats({}).then(({ models }) => setRefusedChats(models)))
  }, [isUnchosen])
  // Again at each change of the list: a slow provider's models come later.
  useEffect(() => {
    if (isUnchosen && listed && refusedChats) chooseModel(listed.filter(completes), refusedChats)
  }, [isUnchosen, listed, refusedChats, completes])
}

function Editor({ page }: { page: Page }): ReactNode {
  const { t, i18n } = useTranslation()
  const run = useAtomValue(runAtom)
  const providers = useAtomValue(providersAtom)
  const field = useRef<HTMLTextAreaElement>(null)
  const { model, text, steps, done, fields } = page
  const isTooLong = text.length > maxContinuedLength
  const isReady = model !== null && readSampling(fields).sampling !== undefined && !isTooLong
  const completes = useCallback(
    ({ providerId }: Model) =>
      providers?.some(({ id, completes: can }) => id === providerId && can) === true,
    [providers],
  )
  useModelChoice(model === null, completes)
  const continuation = shownContinuation(page)
  // While the text grows, its end stays in sight.
  useEffect(() => {
    const area = field.current
    if (run && area && continuation) area.scrollTop = area.scrollHeight
  }, [run, text, continuation])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'enter' && isReady && !run) attempt(continueAt(text.length, false))
    else if (key === 'z') (event.shiftKey ? redoStep : undoStep)()
    else if (key === 'y') redoStep()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <ModelSelect
          task="chat"
          label={t('completions.model')}
          chosen={model}
          unchosenText={t('completions.noModel')}
          fits={completes}
          marksLocal
          onChoose={setModel}
        />
        <span className="grow" />
        <IconButton
          label={t('completions.undo')}
          icon={<Undo2 aria-hidden className="size-4.5 rtl:-scale-x-100" />}
          disabled={done === 0 || run !== undefined}
          onClick={undoStep}
        />
        <IconButton
          label={t('completions.redo')}
          icon={<Redo2 aria-hidden className="size-4.5 rtl:-scale-x-100" />}
          disabled={done === steps.length || run !== undefined}
          onClick={redoStep}
        />
      </div>
      <textarea
        ref={field}
        dir="auto"
        aria-label={t('completions.text')}
        placeholder={t('completions.placeholder')}
        spellCheck={false}
        value={text}
        readOnly={run !== undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field min-h-60 w-full grow resize-y px-4 py-3 text-base leading-relaxed"
      />
      {isTooLong && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('completions.tooLong', { limit: formatNumber(i18n.language, maxContinuedLength) })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {run ? (
          <Button icon={<Square aria-hidden className="size-4" />} onClick={stopRun}>
            {t('completions.stop')}
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              icon={<Play aria-hidden className="size-4 rtl:-scale-x-100" />}
              disabled={!isReady}
              onClick={() => attempt(continueAt(text.length, false))}
            >
              {t('completions.continue')}
            </Button>
            <Button
              icon={<TextCursorInput aria-hidden className="size-4" />}
              disabled={!isReady}
              onClick={() =>
                attempt(continueAt(field.current?.selectionStart ?? text.length, true))
              }
            >
              {t('completions.fillIn')}
            </Button>
          </>
        )}
      </div>
      <OutcomeNotes model={model} hasPieces={(continuation?.pieces.length ?? 0) > 0} />
      {continuation && continuation.pieces.length > 0 && (
        <PieceList pieces={continuation.pieces} isRunning={run !== undefined} />
      )}
      <SamplingPanel fields={fields} />
    </>
  )
}
