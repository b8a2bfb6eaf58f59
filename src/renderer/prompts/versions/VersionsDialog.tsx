import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxPromptVersions } from '../../../shared/limits.ts'
import type { PromptFields, PromptSummary, PromptVersion } from '../../../shared/prompts.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { formatDateTime } from '../../ui/formatAmount.ts'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { promptList } from '../prompts.ts'
import { compareTexts } from './compareTexts.ts'

interface VersionsDialogProps {
  prompt: PromptSummary
  onClose: () => void
}

/** Shows the versions of a prompt, what has changed since each, and restores one. */
export function VersionsDialog({ prompt, onClose }: VersionsDialogProps): ReactNode {
  const { t } = useTranslation()
  const { id } = prompt
  const { run, ...task } = useTask()
  const [versions, setVersions] = useState<readonly PromptVersion[]>([])
  const [present, setPresent] = useState<PromptFields>()
  const [shown, setShown] = useState<{ number: number; fields: PromptFields }>()
  const [isComparing, setComparing] = useState(true)
  useEffect(() => {
    void run(async () => {
      const found = await api.prompts.versions({ id })
      setVersions(found)
      setPresent(await api.prompts.read({ id }))
      const earlier = found[1] ?? found[0]
      if (earlier) setShown(await readVersion(id, earlier.number))
    })
  }, [id, run])
  const restore = async (): Promise<void> => {
    if (!shown) return
    const saved = await run(() => api.prompts.save({ id, fields: shown.fields }))
    if (!saved) return
    promptList.put(saved)
    showToast(t('prompts.versions.restored'))
    onClose()
  }
  const isPresent = shown?.number === versions[0]?.number
  return (
    <FormDialog
      open
      wide
      title={t('prompts.versions.title', { name: visibleText(prompt.name) })}
      description={t('prompts.versions.hint', { limit: maxPromptVersions })}
      confirm={t('prompts.versions.restore')}
      disabled={!shown || isPresent}
      task={task}
      onClose={onClose}
      onSubmit={() => void restore()}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <VersionSelect
          versions={versions}
          value={shown?.number}
          onChange={(number) => void run(async () => setShown(await readVersion(id, number)))}
        />
        <Switch
          label={t('prompts.versions.compare')}
          checked={isComparing}
          onCheckedChange={setComparing}
        />
      </div>
      {shown && present && (
        <VersionText
          fields={shown.fields}
          present={isComparing && !isPresent ? present : undefined}
        />
      )}
    </FormDialog>
  )
}

async function readVersion(
  id: string,
  number: number,
): Promise<{ number: number; fields: PromptFields }> {
  return { number, fields: await api.prompts.version({ id, number }) }
}

interface VersionSelectProps {
  versions: readonly PromptVersion[]
  value: number | undefined
  onChange: (number: number) => void
}

function VersionSelect({ versions, value, onChange }: VersionSelectProps): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <Select
      label={t('prompts.versions.version')}
      value={String(value ?? '')}
      options={versions.map(({ number, savedAt }, index) => {
        const time = formatDateTime(i18n.language, savedAt)
        return {
          value: String(number),
          label: t(index === 0 ? 'prompts.versions.present' : 'prompts.versions.earlier', {
            number,
            time,
          }),
        }
      })}
      onValueChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

interface VersionTextProps {
  fields: PromptFields
  /** The fields to compare with; undefined shows the version alone. */
  present: PromptFields | undefined
}

function VersionText({ fields, present }: VersionTextProps): ReactNode {
  const { t } = useTranslation()
  const parts = (['name', 'command', 'text'] as const).filter(
    (part) => fields[part] !== '' || present?.[part],
  )
  return (
    <dl className="space-y-3 text-sm">
      {parts.map((part) => (
        // A short value stays beside its label, a text begins at its own side.
        <div key={part} className={part === 'text' ? undefined : 'own-direction'}>
          <dt className="text-muted">{t(`prompts.editor.${part}`)}</dt>
          <dd>
            {present ? (
              <Changes before={fields[part]} after={present[part]} />
            ) : (
              <PlainText text={visibleText(fields[part])} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ before, after }: { before: string; after: string }): ReactNode {
  const changes = useMemo(
    () => compareTexts(visibleText(before), visibleText(after)),
    [before, after],
  )
  return (
    <div dir="auto" className="break-words whitespace-pre-wrap">
      {changes.map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>
        if (kind === 'ins') {
          return (
            <ins key={index} className="rounded bg-success-soft text-success-ink">
              {text}
            </ins>
          )
        }
        return (
          <del key={index} className="rounded bg-danger-soft text-danger-ink">
            {text}
          </del>
        )
      })}
    </div>
  )
}
