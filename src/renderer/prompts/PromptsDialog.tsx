import { useAtomValue } from 'jotai'
import { Download, History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PromptFields, PromptFilePreview, PromptSummary } from '../../shared/prompts.ts'
import { api } from '../core/bridge.ts'
import { carriesFiles } from '../core/draggedFiles.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { attempt } from '../core/failures.ts'
import { saveText } from '../core/saveText.ts'
import { store } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { findMatches } from '../ui/controls/rankMatches.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { visibleText } from '../ui/visibleText.ts'
import { ImportButton } from './files/ImportButton.tsx'
import { ImportDialog } from './files/ImportDialog.tsx'
import { readFile } from './files/readFile.ts'
import { dropOrphanDrafts } from './editorDrafts.ts'
import { GrowingEnd, useGrowingCount } from './GrowingEnd.tsx'
import { PromptEditor } from './PromptEditor.tsx'
import { promptList, promptsOpenAtom } from './prompts.ts'
import { removePrompt } from './removePrompt.ts'
import { VersionsDialog } from './versions/VersionsDialog.tsx'

/** The part of the library that shows in place of the list. */
type Part =
  | { kind: 'editor'; id: string | null; fields: PromptFields | null }
  | { kind: 'versions'; prompt: PromptSummary }
  | { kind: 'import'; preview: PromptFilePreview }

/** Lists the user's prompts, with what can be done with each. */
export function PromptsDialog(): ReactNode {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>()
  const [query, setQuery] = useState('')
  const task = useTask()
  const back = (): void => setPart(undefined)
  if (part?.kind === 'editor') return <PromptEditor {...part} onClose={back} />
  if (part?.kind === 'versions') return <VersionsDialog prompt={part.prompt} onClose={back} />
  if (part?.kind === 'import') return <ImportDialog preview={part.preview} onClose={back} />
  const edit = async ({ id }: PromptSummary): Promise<void> => {
    const fields = await task.run(() => api.prompts.read({ id }))
    if (fields) setPart({ kind: 'editor', id, fields })
  }
  const read = async (file: File): Promise<void> => {
    const preview = await task.run(() => readFile(file))
    if (preview) setPart({ kind: 'import', preview })
  }
  const write = async (): Promise<void> => {
    const file = await task.run(() => api.prompts.exportFile({}))
    if (file) saveText('prompts.json', file.text)
  }
  return (
    <LibraryDialog
      task={task}
      query={query}
      onQuery={setQuery}
      actions={
        <>
          <Button onClick={close}>{t('prompts.close')}</Button>
          <ExportButton onExport={() => void write()} />
          <ImportButton busy={task.running} onFile={(file) => void read(file)} />
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setPart({ kind: 'editor', id: null, fields: null })}
          >
            {t('prompts.list.new')}
          </Button>
        </>
      }
      onFile={(file) => void read(file)}
      onEdit={(prompt) => void edit(prompt)}
      onVersions={(prompt) => setPart({ kind: 'versions', prompt })}
    />
  )
}

let areOrphansDropped = false

/** Loads the library. For the first time, what was typed for prompts that are erased goes, too. */
async function loadPrompts(): Promise<void> {
  await promptList.load()
  const known = store.get(promptList.recordsAtom)
  if (!known || store.get(promptList.failureAtom) || areOrphansDropped) return
  areOrphansDropped = true
  dropOrphanDrafts(new Set(known.map(({ id }) => id)))
}

function close(): void {
  store.set(promptsOpenAtom, false)
}

function ExportButton({ onExport }: { onExport: () => void }): ReactNode {
  const { t } = useTranslation()
  const prompts = useAtomValue(promptList.recordsAtom) ?? []
  if (prompts.length === 0) return null
  return (
    <Button icon={<Download aria-hidden className="size-4" />} onClick={onExport}>
      {t('prompts.files.export')}
    </Button>
  )
}

interface LibraryDialogProps {
  task: ReturnType<typeof useTask>
  /** The search, which outlives a look at a prompt. */
  query: string
  onQuery: (query: string) => void
  actions: ReactNode
  /** Gets a file that is dropped on the list. */
  onFile: (file: File) => void
  onEdit: (prompt: PromptSummary) => void
  onVersions: (prompt: PromptSummary) => void
}

function LibraryDialog(props: LibraryDialogProps): ReactNode {
  const { task, query, onQuery, actions, onFile, onEdit, onVersions } = props
  const { t } = useTranslation()
  const prompts = useAtomValue(promptList.recordsAtom)
  const failure = useAtomValue(promptList.failureAtom) ?? task.failure
  useEffect(() => void loadPrompts(), [])
  const shown = findMatches(prompts ?? [], query, ({ name, command, beginning }) => ({
    label: name,
    more: [command],
    about: [beginning],
  }))
  const { count, grow } = useGrowingCount(shown.length, query)
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      title={t('prompts.list.title')}
      description={t('prompts.list.hint')}
      wide
      actions={actions}
    >
      {prompts && prompts.length > 0 && (
        <SearchField
          label={t('prompts.list.search')}
          clearLabel={t('prompts.list.clearSearch')}
          query={query}
          onQueryChange={onQuery}
        />
      )}
      <div
        className="-m-1 min-h-0 space-y-4 overflow-y-auto p-1"
        onDragOver={(event) => {
          if (carriesFiles(event.dataTransfer)) event.preventDefault()
        }}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        {prompts?.length === 0 && !failure && (
          <EmptyState title={t('prompts.list.empty')} description={t('prompts.list.emptyHint')} />
        )}
        {prompts && prompts.length > 0 && shown.length === 0 && (
          <EmptyState title={t('prompts.list.none')} />
        )}
        {shown.length > 0 && (
          <RowList label={t('prompts.list.title')}>
            {shown.slice(0, count).map((prompt) => (
              <PromptRow
                key={prompt.id}
                prompt={prompt}
                onEdit={() => onEdit(prompt)}
                onVersions={() => onVersions(prompt)}
              />
            ))}
          </RowList>
        )}
        {count < shown.length && <GrowingEnd key={count} onSeen={grow} />}
      </div>
    </Dialog>
  )
}

interface PromptRowProps {
  prompt: PromptSummary
  onEdit: () => void
  onVersions: () => void
}

function PromptRow({ prompt, onEdit, onVersions }: PromptRowProps): ReactNode {
  const { t } = useTranslation()
  const { id, command, beginning, versionCount } = prompt
  const name = visibleText(prompt.name)
  return (
    <li className="flex items-center gap-1 px-3 py-2">
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate text-sm font-medium">{name}</bdi>
          {command !== '' && (
            <code dir="auto" className="min-w-0 truncate text-xs text-muted">
              /{visibleText(command)}
            </code>
          )}
        </p>
        <p dir="auto" className="own-direction truncate text-xs text-muted">
          {visibleText(beginning)}
        </p>
      </div>
      {versionCount > 1 && (
        <IconButton
          size="small"
          label={t('prompts.list.versions', { name })}
          icon={<History aria-hidden className="size-4" />}
          onClick={onVersions}
        />
      )}
      <IconButton
        size="small"
        label={t('prompts.list.edit', { name })}
        icon={<Pencil aria-hidden className="size-4" />}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        label={t('prompts.list.delete', { name })}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => attempt(removePrompt(id))}
      />
    </li>
  )
}
