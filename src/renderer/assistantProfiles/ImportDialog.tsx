import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssistantFilesPreview, AssistantPreview } from '../../shared/assistantProfiles.ts'
import { api } from '../core/bridge.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import { useTask } from '../core/useTask.ts'
import { formatList } from '../ui/formatList.ts'
import { isolate } from '../ui/isolate.ts'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { PlainText } from '../ui/layout/PlainText.tsx'
import { Tag } from '../ui/layout/Tag.tsx'
import { showToast } from '../ui/layers/Toast.tsx'
import { visibleText } from '../ui/visibleText.ts'
import { assistantList } from './assistants.ts'
import { CheckList } from './CheckList.tsx'
import { toEntries } from './setupEntries.ts'

interface ImportDialogProps {
  preview: AssistantFilesPreview
  onClose: () => void
}

/** Shows the assistants that files hold, and adds those that the user chooses. */
export function ImportDialog({ preview, onClose }: ImportDialogProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const { found, skipped } = preview
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(found.flatMap(({ isKnown }, index) => (isKnown ? [] : String(index)))),
  )
  const add = async (): Promise<void> => {
    const assistants = found
      .filter((_one, index) => chosen.has(String(index)))
      .map(({ fields, card }) => ({ fields, card }))
    const added = await task.run(() => api.assistantProfiles.addAll({ assistants }))
    if (!added) return
    for (const assistant of added) assistantList.put(assistant)
    showToast(t('assistantProfiles.files.added', { count: added.length }))
    onClose()
  }
  return (
    <FormDialog
      open
      wide
      title={t('assistantProfiles.files.importTitle')}
      description={t('assistantProfiles.files.importHint')}
      confirm={t('assistantProfiles.files.add', { count: chosen.size })}
      disabled={chosen.size === 0}
      task={task}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      {found.length > 0 && (
        <CheckList
          label={t('assistantProfiles.list.title')}
          chosen={chosen}
          onChange={setChosen}
          rows={found.map((one, index) => ({
            key: String(index),
            emoji: one.fields.emoji,
            name: visibleText(one.fields.name),
            tag: one.isKnown && <Tag>{t('assistantProfiles.files.known')}</Tag>,
            details: <Details preview={one} />,
          }))}
        />
      )}
      {skipped.length > 0 && (
        <p className="text-sm text-muted">
          {t('assistantProfiles.files.skipped', {
            names: formatNames(i18n.language, skipped),
          })}
        </p>
      )}
    </FormDialog>
  )
}

/** Lists what a file names: each keeps its own direction, and nothing in it is hidden. */
function formatNames(language: string, names: readonly string[]): string {
  return formatList(
    language,
    names.map((name) => isolate(visibleText(name))),
  )
}

/** Shows all that an assistant would send, and the parts of its file that are not imported. */
function Details({ preview: { fields, card, left } }: { preview: AssistantPreview }): ReactNode {
  const { t, i18n } = useTranslation()
  const { effort, instructions } = fields.setup
  const entries = toEntries(fields.setup)
  const parts = [
    [t('assistantProfiles.editor.description'), fields.description],
    [t('assistantProfiles.fields.instructions'), instructions],
    [t('assistantProfiles.editor.openingQuestions'), fields.openingQuestions.join('\n')],
    [t('assistantProfiles.editor.model'), fields.model?.modelId ?? ''],
    [t('chat.effort.label'), effort ? t(`chat.effort.${effort}`) : ''],
    ...(['temperature', 'topP', 'maxTokens', 'stopWords'] as const).map((name) => [
      t(`assistantProfiles.fields.${name}`),
      entries[name],
    ]),
  ].filter(([, value]) => value !== '')
  return (
    <div className="space-y-1.5 ps-6.5 text-sm">
      {parts.length > 0 && (
        <Disclosure title={t('assistantProfiles.files.details')} about={fields.name}>
          <dl className="space-y-2">
            {parts.map(([name = '', value = '']) => (
              <div key={name}>
                <dt className="text-muted">{name}</dt>
                <dd>
                  <PlainText text={visibleText(value)} />
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
      {left.length > 0 && (
        <p className="break-words text-muted">
          {t('assistantProfiles.files.left', {
            names: formatNames(i18n.language, left),
          })}
        </p>
      )}
      {card !== null && <p className="text-muted">{t('assistantProfiles.files.card')}</p>}
    </div>
  )
}
