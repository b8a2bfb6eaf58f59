import { useAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxBaseNameLength, maxTextLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { editedNoteAtom } from './editedNote.ts'

/** Writes a note of a base, or changes one. */
export function NoteDialog({ onSaved }: { onSaved: () => void }): ReactNode {
  const { t } = useTranslation()
  const [note, setNote] = useAtom(editedNoteAtom)
  const { run, clear, ...task } = useTask()
  const textId = useId()
  const [title, setTitle] = useState('')
  /** Undefined until main has sent the text of an earlier note. */
  const [text, setText] = useState<string>()
  const source = note?.source
  useEffect(() => {
    setTitle(source?.name ?? '')
    setText(source ? undefined : '')
    clear()
    if (!source) return
    const { baseId, id: sourceId } = source
    void run(async () => {
      const read = await api.knowledge.text({ baseId, sourceId, start: 0, end: maxTextLength })
      setText(read.text)
    })
  }, [source, run, clear])
  const close = (): void => setNote(undefined)
  const save = async (): Promise<void> => {
    if (!note || text === undefined || title.trim() === '') return
    const saved = await run(() =>
      api.knowledge.saveNote({
        baseId: note.baseId,
        sourceId: source?.id ?? null,
        title: title.trim(),
        text,
      }),
    )
    if (!saved) return
    onSaved()
    close()
    setTitle('')
    setText('')
  }
  return (
    <FormDialog
      open={note !== undefined}
      wide
      title={t(source ? 'knowledge.note.editTitle' : 'knowledge.note.title')}
      confirm={t('knowledge.note.save')}
      disabled={title.trim() === '' || !text?.trim()}
      task={task}
      onClose={close}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('knowledge.note.name')}
        dir="auto"
        maxLength={maxBaseNameLength}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="space-y-1.5">
        <label htmlFor={textId} className="block text-sm font-medium">
          {t('knowledge.note.text')}
        </label>
        <textarea
          id={textId}
          dir="auto"
          rows={12}
          maxLength={maxTextLength}
          disabled={text === undefined}
          value={text ?? ''}
          onChange={(event) => setText(event.target.value)}
          className="field block max-h-[50vh] min-h-40 w-full resize-none px-3 py-2 text-sm leading-relaxed"
        />
      </div>
    </FormDialog>
  )
}
