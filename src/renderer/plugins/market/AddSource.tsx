import { FileDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginSource } from '../../../shared/plugins/plugins.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { sourceOfText } from './sourceOfText.ts'

/** The files that plugins come in. */
const accepted = '.json,.yaml,.yml,.mcpb,.dxt'
/** As in shared/plugins/plugins.ts, whose schemas stay out of the page. */
const maxBytes = 100 * 1024 * 1024

interface AddSourceProps {
  /** Whether the source is being read. */
  busy: boolean
  onSource: (source: PluginSource) => void
}

/** Asks for a plugin's address, command or file. A file can be dropped here, too. */
export function AddSource({ busy, onSource }: AddSourceProps): ReactNode {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const source = sourceOfText(text)
    if (source) onSource(source)
  }
  const take = async (file: File | undefined): Promise<void> => {
    setProblem(undefined)
    if (!file) return
    if (file.size > maxBytes) return setProblem(t('plugins.add.tooLarge'))
    onSource({ kind: 'file', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return (
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
      className={classNames(
        'rounded-2xl border border-dashed p-4',
        over ? 'border-focus bg-hover' : 'border-line',
      )}
    >
      <p className="pb-2.5 text-sm text-muted">{t('plugins.add.hint')}</p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-56 flex-1">
          <TextField
            label={t('plugins.add.address')}
            dir="ltr"
            placeholder="https://example.com/manifest.json"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} disabled={text.trim() === ''}>
            {t('plugins.add.continue')}
          </Button>
          <Button
            icon={<FileDown aria-hidden className="size-4" />}
            onClick={() => input.current?.click()}
          >
            {t('plugins.add.file')}
          </Button>
        </div>
      </form>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        data-plugin-file=""
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0])
          // The same file may be chosen again after a change.
          currentTarget.value = ''
        }}
      />
      {problem && (
        <p role="alert" className="pt-2 text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
