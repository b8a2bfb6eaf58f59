import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { everyParameter, plainSetup } from '../../shared/answerSetup.ts'
import type { Assistant } from '../../shared/assistantProfiles.ts'
import {
  maxAssistantDescriptionLength,
  maxAssistantNameLength,
  maxEmojiLength,
  maxOpeningQuestionLength,
  maxOpeningQuestions,
} from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { preferencesAtom } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { FieldRow } from '../ui/forms/FieldRow.tsx'
import { assistantList } from './assistants.ts'
import { readEntries, toEntries } from './setupEntries.ts'
import { SetupFields } from './SetupFields.tsx'
import { useTakenParameters } from './useTakenParameters.ts'

interface AssistantEditorProps {
  /** Null for a new one. */
  assistant: Assistant | null
  onClose: () => void
}

/** Shows the fields of an assistant. */
export function AssistantEditor({ assistant, onClose }: AssistantEditorProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [name, setName] = useState(assistant?.name ?? '')
  const [emoji, setEmoji] = useState(assistant?.emoji ?? '')
  const [model, setModel] = useState<ModelReference | null>(assistant?.model ?? null)
  const [description, setDescription] = useState(assistant?.description ?? '')
  const [questions, setQuestions] = useState(assistant?.openingQuestions.join('\n') ?? '')
  const [setup, setSetup] = useState(assistant?.setup ?? plainSetup)
  const [entries, setEntries] = useState(() => toEntries(setup))
  const preferred = useAtomValue(preferencesAtom)?.reasoningEffort ?? 'auto'
  const taken = useTakenParameters(model, setup.effort ?? preferred) ?? everyParameter
  const read = readEntries(entries, setup)
  const openingQuestions = readQuestions(questions)
  const save = async (): Promise<void> => {
    if (!openingQuestions) return
    const fields = { name, emoji, description, model, openingQuestions, setup: read.setup }
    const saved = await task.run(() =>
      api.assistantProfiles.save({ id: assistant?.id ?? null, fields }),
    )
    if (!saved) return
    assistantList.put(saved)
    onClose()
  }
  return (
    <FormDialog
      open
      title={t(assistant ? 'assistantProfiles.editor.edit' : 'assistantProfiles.editor.new')}
      confirm={t('assistantProfiles.editor.save')}
      disabled={name.trim() === '' || read.invalid.length > 0 || !openingQuestions}
      task={task}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div className="flex gap-3">
        <TextField
          label={t('assistantProfiles.editor.name')}
          dir="auto"
          required
          maxLength={maxAssistantNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="w-24 shrink-0">
          <TextField
            label={t('assistantProfiles.editor.emoji')}
            maxLength={maxEmojiLength}
            value={emoji}
            onChange={(event) => setEmoji(event.target.value)}
          />
        </div>
      </div>
      <TextField
        label={t('assistantProfiles.editor.description')}
        hint={t('assistantProfiles.editor.descriptionHint')}
        dir="auto"
        maxLength={maxAssistantDescriptionLength}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <FieldRow
        label={t('assistantProfiles.editor.model')}
        hint={t('assistantProfiles.editor.modelHint')}
      >
        <ModelSelect
          task="chat"
          label={t('assistantProfiles.editor.model')}
          chosen={model}
          unchosenText={t('assistantProfiles.editor.anyModel')}
          onChoose={setModel}
        />
      </FieldRow>
      <TextArea
        label={t('assistantProfiles.editor.openingQuestions')}
        hint={t('assistantProfiles.editor.openingQuestionsHint')}
        {...(!openingQuestions && {
          error: t('assistantProfiles.invalid.openingQuestions', { limit: maxOpeningQuestions }),
        })}
        dir="auto"
        rows={3}
        value={questions}
        onChange={(event) => setQuestions(event.target.value)}
      />
      <SetupFields
        entries={entries}
        saved={setup}
        taken={taken}
        reasons
        onEntry={(entry, value) => setEntries({ ...entries, [entry]: value })}
        onEffort={(effort) => setSetup({ ...setup, effort })}
      />
    </FormDialog>
  )
}

/** Returns the lines that hold text; undefined if there are too many, or too long ones. */
function readQuestions(text: string): string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const areShort = lines.every(({ length }) => length <= maxOpeningQuestionLength)
  return areShort && lines.length <= maxOpeningQuestions ? lines : undefined
}
