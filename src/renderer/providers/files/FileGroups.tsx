import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceFile, StoreFacts } from '../../../shared/serviceFiles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dateFormat, formatBytes, formatNumber } from '../../ui/formatAmount.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { isolate } from '../../ui/isolate.ts'
import { RowList } from '../../ui/layout/RowList.tsx'
import { visibleText } from '../../ui/visibleText.ts'

/** Rows that are shown at first, and with each wish for more. */
const rowsTogether = 200

/** The groups in their order, with who needs their files. Those of others are folded. */
const groups = [
  { name: 'unneeded', neededBy: ['nothing'], folded: false },
  { name: 'needed', neededBy: ['chat', 'base', 'batch', 'job'], folded: false },
  { name: 'elsewhere', neededBy: ['elsewhere'], folded: true },
  { name: 'others', neededBy: ['unknown'], folded: true },
] as const

interface FileGroupsProps {
  files: readonly ServiceFile[]
  /** The ids of the files to delete. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Shows files by who needs them, each with a box to choose it. */
export function FileGroups({ files, chosen, onChoose }: FileGroupsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div className="min-h-0 space-y-4 overflow-y-auto" tabIndex={0}>
      {groups.map(({ name, neededBy, folded }) => {
        const members = files.filter((file) => neededBy.some((who) => who === file.neededBy))
        if (members.length === 0) return null
        const title = t(`providers.files.groups.${name}`)
        const rows = <Rows files={members} label={title} chosen={chosen} onToggle={toggle} />
        return folded ? (
          <Disclosure
            key={name}
            title={
              <>
                {title}{' '}
                <span className="tabular-nums">{formatNumber(i18n.language, members.length)}</span>
              </>
            }
          >
            {rows}
          </Disclosure>
        ) : (
          <section key={name} className="space-y-1.5">
            <h3 className="text-sm font-medium">{title}</h3>
            {rows}
          </section>
        )
      })}
    </div>
  )
}

interface RowsProps {
  files: readonly ServiceFile[]
  label: string
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

function Rows({ files, label, chosen, onToggle }: RowsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState(rowsTogether)
  const hidden = files.length - shown
  return (
    <div className="space-y-1.5">
      <RowList label={label}>
        {files.slice(0, shown).map((file) => (
          <FileRow
            key={file.id}
            file={file}
            checked={chosen.has(file.id)}
            onToggle={() => onToggle(file.id)}
          />
        ))}
      </RowList>
      {hidden > 0 && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + rowsTogether)}>
          {t('providers.files.more', { number: formatNumber(i18n.language, hidden) })}
        </Button>
      )}
    </div>
  )
}

interface FileRowProps {
  file: ServiceFile
  checked: boolean
  onToggle: () => void
}

function FileRow({ file, checked, onToggle }: FileRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const day = (time: number): string =>
    dateFormat(i18n.language, { dateStyle: 'medium' }).format(time)
  const storeFacts = ({ state, files, lastActiveAt }: StoreFacts) => [
    t('providers.files.store'),
    files !== null && t('providers.files.storeFiles', { count: files }),
    state !== null && t(`providers.files.storeStates.${state}`),
    lastActiveAt !== null && t('providers.files.lastUsed', { date: day(lastActiveAt) }),
  ]
  const isBase = file.neededBy === 'base'
  const isInput = file.neededBy === 'batch'
  const facts = [
    file.sizeBytes !== null && formatBytes(i18n.language, file.sizeBytes),
    ...(file.store ? storeFacts(file.store) : []),
    file.purpose && isolate(file.purpose),
    file.createdAt !== null && day(file.createdAt),
    file.expiresAt !== null && t('providers.files.until', { date: day(file.expiresAt) }),
    file.neededBy === 'chat' && t('providers.files.inChat'),
    isInput && t('providers.files.inBatch'),
    file.neededBy === 'job' && t('providers.files.inJob'),
    !file.canDelete && t('providers.files.endsByItself'),
    isBase && t('providers.files.inBase', { name: file.baseName }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li>
      <label className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 px-3 py-1.5 text-sm has-enabled:hover:bg-hover">
        <input
          type="checkbox"
          checked={checked}
          disabled={isBase || isInput || !file.canDelete}
          onChange={onToggle}
          className="mt-0.5 size-4 accent-accent"
        />
        <bdi className="truncate">{visibleText(file.name)}</bdi>
        <span className="col-start-2 text-xs text-muted tabular-nums">{facts.join(' · ')}</span>
      </label>
    </li>
  )
}
