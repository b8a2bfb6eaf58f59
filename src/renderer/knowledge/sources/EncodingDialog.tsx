import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Encoding } from '../../../shared/knowledge/encodings.ts'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { shownEncodingAtom } from './shownEncoding.ts'

type Encodings = Awaited<ReturnType<typeof api.knowledge.encodings>>

/** Shows how a source reads in each encoding, and reads it again in the chosen one. */
export function EncodingDialog(): ReactNode {
  const { t } = useTranslation()
  const [source, setSource] = useAtom(shownEncodingAtom)
  const [last, setLast] = useState<Source>()
  // The dialog keeps its content while it fades.
  if (source && source !== last) setLast(source)
  const close = (): void => setSource(undefined)
  return (
    <Dialog
      open={source !== undefined}
      onOpenChange={(next) => next || close()}
      title={t('knowledge.encoding.title', { name: visibleText(last?.name ?? '') })}
      description={t('knowledge.encoding.description')}
      wide
      actions={<Button onClick={close}>{t('app.cancel')}</Button>}
    >
      {last && <Choices key={last.id} source={last} onChosen={close} />}
    </Dialog>
  )
}

interface ChoicesProps {
  source: Source
  onChosen: () => void
}

function Choices({ source, onChosen }: ChoicesProps): ReactNode {
  const { t } = useTranslation()
  const { baseId, id: sourceId } = source
  const { run, running, failure } = useTask()
  const [found, setFound] = useState<Encodings>()
  useEffect(() => {
    void run(async () => setFound(await api.knowledge.encodings({ baseId, sourceId })))
  }, [baseId, sourceId, run])
  const choose = (encoding: Encoding | null): void =>
    void run(async () => {
      await api.knowledge.setEncoding({ baseId, sourceId, encoding })
      onChosen()
    })
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  if (!found) return <Skeleton className="h-40 w-full" />
  if (found.choices.length === 0) {
    return <p className="text-sm text-muted">{t('knowledge.encoding.none')}</p>
  }
  return (
    <div className="min-h-0 overflow-y-auto p-0.5">
      <RowList label={t('knowledge.encoding.title', { name: visibleText(source.name) })}>
        {found.chosen && (
          <Choice name={t('knowledge.encoding.automatic')} onChoose={() => choose(null)} />
        )}
        {found.choices.map(({ encoding, sample }) => (
          <Choice
            key={encoding}
            name={encodingName(encoding)}
            sample={sample}
            isChosen={encoding === found.chosen}
            isDisabled={running}
            onChoose={() => choose(encoding)}
          />
        ))}
      </RowList>
    </div>
  )
}

interface ChoiceProps {
  name: string
  sample?: string
  isChosen?: boolean
  isDisabled?: boolean
  onChoose: () => void
}

function Choice({ name, sample, isChosen, isDisabled, onChoose }: ChoiceProps): ReactNode {
  return (
    <li>
      <button
        type="button"
        disabled={isDisabled}
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className={classNames(
          'block w-full px-3 py-2 text-start hover:bg-hover',
          isChosen && 'bg-selected',
        )}
      >
        {sample !== undefined && (
          <span dir="auto" className="own-direction line-clamp-2 block text-sm break-words">
            {visibleText(sample)}
          </span>
        )}
        <bdi className={sample === undefined ? 'text-sm' : 'text-xs text-muted'}>{name}</bdi>
      </button>
    </li>
  )
}

/** Returns an encoding's name as programs write it. */
function encodingName(encoding: Encoding): string {
  if (encoding === 'macintosh') return 'Mac Roman'
  if (encoding.startsWith('windows')) return `W${encoding.slice(1)}`
  const [, mac] = /mac-([a-z]+)/.exec(encoding) ?? []
  if (mac !== undefined) return `Mac ${mac.slice(0, 1).toUpperCase()}${mac.slice(1)}`
  return encoding.toUpperCase().replace('EBCDIC-', 'EBCDIC ')
}
