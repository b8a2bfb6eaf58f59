import { useAtom, useAtomValue } from 'jotai'
import { Sparkles } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../shared/media/mediaForm.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { preferencesAtom } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { formatMoney } from '../../ui/formatAmount.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { mediaJobsAtom } from '../mediaJobs.ts'
import { maskFieldAtom } from '../mediaView.ts'
import { followBeside } from '../viewer/startedBeside.ts'
import { priceText } from '../../core/priceText.ts'
import { FieldControl } from './FieldControl.tsx'
import { readForm } from './fieldDraft.ts'
import type { FieldDraft } from './fieldDraft.ts'
import { fieldErrorText } from './fieldErrorText.ts'
import { generate } from './generate.ts'
import { jobErrors } from './jobErrors.ts'
import { formAtom, openForm, showErrors, wantedFocusAtom } from './mediaForm.ts'
import type { OpenForm } from './mediaForm.ts'
import { SpentNote } from './SpentNote.tsx'
import { uploadsAtom } from './uploadInput.ts'
import { usePrice } from './usePrice.ts'

/** Shows the form of the chosen model, with what it would cost and the button that starts a job. */
export function ModelForm(): ReactNode {
  const form = useAtomValue(formAtom)
  if (!form) return null
  const { model, fields, failure } = form
  if (failure) {
    return (
      <ErrorAlert
        error={failure.error}
        since={failure.at}
        onAction={() => void openForm(model)}
        offered={['retry']}
      />
    )
  }
  if (!fields) return <Skeleton className="h-60 w-full" />
  return <Fields form={form} fields={fields} />
}

interface FieldsProps {
  form: OpenForm
  fields: readonly FormField[]
}

function Fields({ form, fields }: FieldsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const { run, running, failure } = useTask()
  const [asking, setAsking] = useState(false)
  const [askedPrice, setAskedPrice] = useState<MediaPrice | null>(null)
  const { model, drafts, errors, tries } = form
  // A paid request must not leave without the mask or the file that is on its way into the form.
  const isDrawing = useAtomValue(maskFieldAtom) !== undefined
  const isIncomplete = useAtomValue(uploadsAtom).length > 0 || isDrawing
  const values = useMemo(() => readForm(fields, drafts).values, [fields, drafts])
  const estimate = usePrice(model, values)
  const first = fields.filter(({ more }) => !more)
  const rest = fields.filter(({ more }) => more)
  const jobs = useAtomValue(mediaJobsAtom)
  const limit = useAtomValue(preferencesAtom)?.media.askAbove ?? 0
  const question =
    limit > 0
      ? t('media.price.ask', { limit: formatMoney(i18n.language, limit, 'USD') })
      : t('media.price.askAny')
  const refused = useMemo(
    () => jobErrors(jobs, { model, fields, values }),
    [jobs, model, fields, values],
  )
  const shown = [...errors, ...refused]
  const general = errors.filter(({ name }) => !fields.some((field) => field.name === name))
  const hasHiddenError = rest.some((field) => shown.some(({ name }) => name === field.name))
  // A chosen file is sent and paid for, so it must be visible.
  const hasHiddenFile = rest.some(({ type, name }) => type === 'file' && isFilled(drafts[name]))

  // The first field that is wrong gets the focus.
  useEffect(() => {
    const invalid = element.current?.querySelector<HTMLElement>(
      '[aria-invalid=true], [data-invalid]',
    )
    if (tries > 0) invalid?.focus()
  }, [tries, fields])
  useWantedFocus(element)

  const send = async (priceAccepted: boolean): Promise<void> => {
    const outcome = await run(() => generate({ model, fields, drafts, priceAccepted }))
    if (!outcome) return
    if ('job' in outcome) followBeside(outcome.job)
    await run(() => showErrors('errors' in outcome ? outcome.errors : []))
    if (!('needsConsent' in outcome)) return
    setAskedPrice(outcome.needsConsent)
    setAsking(true)
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isIncomplete) void send(false)
  }
  const showField = (field: FormField): ReactNode => (
    <FieldControl
      key={field.name}
      field={field}
      draft={Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined}
      error={shown.find(({ name }) => name === field.name)}
    />
  )
  return (
    <form ref={element} onSubmit={submit} className="flex flex-col gap-4">
      {first.map(showField)}
      {rest.length > 0 && (
        <Disclosure title={t('media.form.more')} open={hasHiddenError || hasHiddenFile}>
          <div className="space-y-4">{rest.map(showField)}</div>
        </Disclosure>
      )}
      <div className="space-y-2">
        <Button
          type="submit"
          variant="primary"
          data-generate=""
          busy={running}
          disabled={isIncomplete}
          icon={<Sparkles aria-hidden className="size-4" />}
          className="w-full"
        >
          {t('media.generate')}
        </Button>
        <p role="status" className="text-center text-xs text-muted tabular-nums">
          {estimate !== undefined && priceText(t, i18n.language, { price: null, estimate })}
        </p>
        <SpentNote />
      </div>
      {general.map((error) => (
        <p
          key={`${error.name} ${error.reason} ${error.message}`}
          role="alert"
          className="text-sm text-danger-ink"
        >
          {fieldErrorText(t, undefined, error)}
        </p>
      ))}
      {failure && (
        <ErrorAlert
          error={failure.error}
          since={failure.at}
          onAction={() => void send(false)}
          offered={['retry']}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question}
        description={priceText(t, i18n.language, { price: null, estimate: askedPrice })}
        confirmLabel={t('media.generate')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => void send(true)}
      />
    </form>
  )
}

function isFilled(draft: FieldDraft): boolean {
  return Array.isArray(draft) && draft.length > 0
}

/** Gives the focus to what `focusForm` names. */
function useWantedFocus(form: RefObject<HTMLFormElement | null>): void {
  const [wanted, setWanted] = useAtom(wantedFocusAtom)
  useEffect(() => {
    if (!wanted) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const prompt = wanted === 'prompt' ? find('[data-prompt]') : null
    const target = prompt ?? find('[data-generate]')
    target?.focus()
    setWanted(undefined)
  }, [wanted, form, setWanted])
}
