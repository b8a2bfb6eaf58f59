import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../../../shared/errors.ts'
import { inputKindOf } from '../../../../shared/chat/inputKind.ts'
import type { Attachment, ResourceLink } from '../../../../shared/chat/parts.ts'
import { attachmentAddress } from '../../../attachments/attachmentAddress.ts'
import { MessageFiles } from '../../../attachments/MessageFiles.tsx'
import { api } from '../../../core/bridge.ts'
import { ErrorAlert } from '../../../core/ErrorAlert.tsx'
import { LongText } from '../../../core/LongText.tsx'
import { useTask } from '../../../core/useTask.ts'
import { Chip } from '../../../ui/layout/Chip.tsx'
import { Spinner } from '../../../ui/status/Spinner.tsx'
import { visibleText } from '../../../ui/visibleText.ts'

/** Shows the resources to which a result links. Each is read from its server when it is opened. */
export function ResultLinks({ links }: { links: readonly ResourceLink[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('chat.tool.links.list')} className="flex flex-col items-start gap-2">
      {links.map((link) => (
        <li key={link.uri} className="max-w-full min-w-0">
          <ResultLink link={link} />
        </li>
      ))}
    </ul>
  )
}

function ResultLink({ link }: { link: ResourceLink }): ReactNode {
  const { pluginId, uri, title, description } = link
  const { t } = useTranslation()
  const { run, running, failure } = useTask()
  const [files, setFiles] = useState<readonly Attachment[]>()
  const [open, setOpen] = useState(false)
  const toggle = async (): Promise<void> => {
    if (open) return setOpen(false)
    const read = files ?? (await run(() => api.pluginContent.read({ pluginId, uri })))
    if (!read) return
    setFiles(read)
    setOpen(true)
  }
  return (
    <div className="space-y-2">
      <Chip
        aria-expanded={open}
        aria-busy={running}
        title={visibleText(uri)}
        onClick={() => void toggle()}
      >
        {running ? <Spinner /> : <Link2 aria-hidden className="size-4 shrink-0" />}
        <span className="sr-only">{t('chat.tool.links.open')}</span>
        <bdi className="truncate">{visibleText(title === '' ? uri : title)}</bdi>
      </Chip>
      {description !== '' && (
        <p className="text-sm break-words text-muted">
          <bdi>{visibleText(description)}</bdi>
        </p>
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      {open && files && files.length === 0 && <p>{t('chat.tool.links.empty')}</p>}
      {open && files && files.map((file) => <ReadFile key={file.id} file={file} />)}
    </div>
  )
}

const shownLength = 20_000

function ReadFile({ file }: { file: Attachment }): ReactNode {
  const isText = inputKindOf(file) === 'text'
  return (
    <>
      <MessageFiles files={[file]} align="start" />
      {isText && <FileText file={file} />}
    </>
  )
}

function FileText({ file }: { file: Attachment }): ReactNode {
  const [text, setText] = useState<string>()
  const [failure, setFailure] = useState<{ error: ReturnType<typeof toWire>; at: number }>()
  useEffect(() => {
    const leaving = new AbortController()
    fetch(attachmentAddress(file), { signal: leaving.signal })
      .then((answer) => answer.text())
      .then(setText)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setFailure({ error: toWire(error), at: Date.now() })
      })
    return () => leaving.abort()
  }, [file])
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  if (text === undefined) return null
  return <LongText text={text} label={file.name} shownLength={shownLength} scrollable />
}
