import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { formatBytes, formatDateTime, formatNumber, formatSeconds } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { focusForm, openForm } from '../form/mediaForm.ts'
import { errorText } from '../../core/errorText.ts'
import { priceText } from '../../core/priceText.ts'
import { lengthText } from '../lengthText.ts'
import { outputName } from '../outputName.ts'
import { settingRows } from './settingRows.ts'
import type { OutputFamily } from './useOutput.ts'

/** Shows how an output was made: its prompt, its settings, what it took and what it cost. */
export function OutputDetails({ family }: { family: OutputFamily }): ReactNode {
  const { t, i18n } = useTranslation()
  const { job, output } = family
  const prompt = visibleText(job.prompt)
  const settings = settingRows(t, i18n.language, job.values, { ...job, seed: output.seed })
  return (
    <aside
      aria-label={t('media.viewer.details')}
      className="shrink-0 space-y-4 overflow-y-auto bg-sunken px-4 py-3 text-sm md:w-72"
    >
      {prompt !== '' && (
        <div className="space-y-1">
          <div className="flex items-center justify-between gap-2">
            <p className="text-xs text-muted">{t('media.prompt')}</p>
            <CopyButton label={t('media.details.copyPrompt')} text={() => job.prompt} />
          </div>
          <p dir="auto" className="break-words whitespace-pre-wrap select-text">
            {prompt}
          </p>
        </div>
      )}
      {job.state === 'done' && job.error && (
        <p className="text-warning-ink">{errorText(t, job.error).sentence}</p>
      )}
      <Facts rows={useFacts(family)} />
      <Facts rows={settings.map(({ title, value }) => [title, value])} />
      <Button
        onClick={() => {
          void openForm(job, job.values).then(() => focusForm('prompt'))
        }}
      >
        {t('media.useSettings')}
      </Button>
    </aside>
  )
}

type Row = readonly [label: string, value: string | undefined]

function Facts({ rows }: { rows: readonly Row[] }): ReactNode {
  const shown = rows.filter(([, value]) => value !== undefined && value !== '')
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 select-text">
      {shown.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="max-w-28 break-words text-muted">{label}</dt>
          <dd dir="auto" className="own-direction min-w-0 break-words tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useFacts({ output, job, parents }: OutputFamily): Row[] {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { width, height, durationMilliseconds, seed } = output
  const took = job.endedAt !== null && job.submittedAt !== null && job.endedAt - job.submittedAt
  return [
    [t('media.model'), job.modelName],
    [t('media.details.provider'), job.providerName],
    [
      t('media.details.size'),
      width !== null && height !== null
        ? `${formatNumber(language, width)} × ${formatNumber(language, height)}`
        : undefined,
    ],
    [
      t('media.details.length'),
      durationMilliseconds === null ? undefined : lengthText(language, durationMilliseconds),
    ],
    [t('media.details.file'), `${output.mediaType}, ${formatBytes(language, output.sizeBytes)}`],
    [t('media.details.seed'), seed === null ? undefined : String(seed)],
    [t('media.details.price'), priceText(t, language, job)],
    [t('media.details.made'), formatDateTime(language, output.createdAt)],
    [t('media.details.took'), took === false ? undefined : formatSeconds(language, took / 1000)],
    [t('media.details.request'), job.requestId ?? undefined],
    [
      t('media.versions.from'),
      parents.map((parent) => outputName(t, parent)).join(', ') || undefined,
    ],
  ]
}
