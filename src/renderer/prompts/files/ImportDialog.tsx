import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PromptFilePreview } from '../../../shared/prompts.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { formatList } from '../../ui/formatList.ts'
import { isolate } from '../../ui/isolate.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { GrowingEnd, useGrowingCount } from '../GrowingEnd.tsx'
import { promptList } from '../prompts.ts'

type FoundPrompt = PromptFilePreview['found'][number]

interface ImportDialogProps {
  preview: PromptFilePreview
  onClose: () => void
}

/** Shows the prompts that a file holds, and adds those that the user chooses: all or none of them. */
export function ImportDialog({ preview, onClose }: ImportDialogProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const { found } = preview
  const { count, grow } = useGrowingCount(found.length, preview)
  const [chosen, setChosen] = useState<ReadonlySet<FoundPrompt>>(
    () => new Set(found.filter(({ isKnown }) => !isKnown)),
  )
  const toggle = (prompt: FoundPrompt): void => {
    const next = new Set(chosen)
    if (!next.delete(prompt)) next.add(prompt)
    setChosen(next)
  }
  const add = async (): Promise<void> => {
    const fields = found.filter((prompt) => chosen.has(prompt)).map((prompt) => prompt.fields)
    const added = await task.run(() => api.prompts.addAll({ added: fields }))
    if (!added) return
    for (const prompt of added) promptList.put(prompt)
    showToast(t('prompts.files.added', { count: added.length }))
    onClose()
  }
  return (
    <FormDialog
      open
      wide
      title={t('prompts.files.importTitle')}
      description={t('prompts.files.importHint')}
      confirm={t('prompts.files.add', { count: chosen.size })}
      disabled={chosen.size === 0}
      task={task}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      {preview.skippedCount > 0 && <Skipped preview={preview} />}
      <div className="space-y-2">
        {found.length > 1 && (
          <label className="flex min-h-8 items-center gap-2.5 px-3.25 text-sm">
            <input
              type="checkbox"
              checked={chosen.size === found.length}
              onChange={() => setChosen(new Set(chosen.size === found.length ? [] : found))}
              className="size-4 shrink-0 accent-accent"
            />
            {t('prompts.files.all')}
          </label>
        )}
        {found.length > 0 && (
          <RowList label={t('prompts.list.title')}>
            {found.slice(0, count).map((prompt, index) => (
              <FoundRow
                key={index}
                prompt={prompt}
                isChosen={chosen.has(prompt)}
                onToggle={() => toggle(prompt)}
              />
            ))}
          </RowList>
        )}
      </div>
      {count < found.length && <GrowingEnd key={count} onSeen={grow} />}
    </FormDialog>
  )
}

interface FoundRowProps {
  prompt: FoundPrompt
  isChosen: boolean
  onToggle: () => void
}

function FoundRow({ prompt, isChosen, onToggle }: FoundRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { fields, left, isKnown } = prompt
  const shownText = useMemo(() => visibleText(fields.text), [fields.text])
  return (
    <li className="space-y-1.5 px-3 py-2">
      <div className="flex items-center gap-2.5">
        <input
          type="checkbox"
          id={id}
          checked={isChosen}
          onChange={onToggle}
          className="size-4 shrink-0 accent-accent"
        />
        <label htmlFor={id} dir="auto" className="own-direction min-w-0 grow truncate text-sm">
          {visibleText(fields.name)}
        </label>
        {isKnown && <Tag>{t('prompts.files.known')}</Tag>}
      </div>
      <div className="ps-6.5 text-sm">
        <Disclosure title={t('prompts.files.contents')} about={visibleText(fields.name)}>
          <PlainText text={shownText} />
        </Disclosure>
        {shownText !== fields.text && (
          <p className="text-warning-ink">{t('prompts.files.hidden')}</p>
        )}
        {left.length > 0 && (
          <p className="break-words text-muted">
            {t('prompts.files.left', {
              names: formatList(
                i18n.language,
                left.map((name) => isolate(visibleText(name))),
              ),
            })}
          </p>
        )}
      </div>
    </li>
  )
}

/** Names each entry that can't be imported, and what is wrong with it. */
function Skipped({ preview }: { preview: PromptFilePreview }): ReactNode {
  const { t, i18n } = useTranslation()
  const { skipped, skippedCount } = preview
  const more = skippedCount - skipped.length
  return (
    <div className="space-y-1 text-sm">
      <p>{t('prompts.files.skipped', { count: skippedCount })}</p>
      <ul className="list-disc space-y-0.5 ps-5 text-muted">
        {skipped.map(({ position, name, problem }) => (
          <li key={position} className="break-words">
            {name === ''
              ? t('prompts.files.entry', { number: position })
              : t('prompts.files.entryNamed', { number: position, name: visibleText(name) })}{' '}
            {t(`prompts.files.problems.${problem}`)}
          </li>
        ))}
        {more > 0 && (
          <li>{t('prompts.files.more', { number: formatNumber(i18n.language, more) })}</li>
        )}
      </ul>
    </div>
  )
}
