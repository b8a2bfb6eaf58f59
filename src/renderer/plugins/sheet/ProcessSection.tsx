import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { AddText } from './AddText.tsx'
import { chosenFolders, withFolder } from './choices.ts'
import type { FolderAccess } from './choices.ts'
import { commandLine } from './commandLine.ts'
import { Literal } from './Literal.tsx'
import { LocalNetworkRow } from './LocalNetworkRow.tsx'
import { NetworkAccess } from './NetworkAccess.tsx'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'

type Process = NonNullable<PluginSheet['process']>

/** Shows which program a plugin runs on this computer, and what holds it. */
export function ProcessSection(props: SheetPart): ReactNode {
  const { t } = useTranslation()
  const { process } = props.sheet
  if (!process) return null
  const isHeld = process.sandbox !== 'none'
  const network = props.choices.network ?? process.network
  return (
    <SheetSection title={t('plugins.sheet.process.title')}>
      <ul className="setting-group">
        <li className="py-2.5">
          <p className="pb-1.5 text-sm">{t('plugins.sheet.process.command')}</p>
          <Command process={process} />
        </li>
        {isHeld ? (
          <>
            <SheetRow note={t('plugins.sheet.process.bubblewrap.note')}>
              {t('plugins.sheet.process.bubblewrap.label')}
            </SheetRow>
            <SheetRow>{t('plugins.sheet.process.ownFiles')}</SheetRow>
          </>
        ) : (
          <li className="flex gap-2.5 py-2.5 text-sm text-danger-ink">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <p className="min-w-0 flex-1 break-words">{t('plugins.sheet.process.unheld')}</p>
          </li>
        )}
        {/* Without a sandbox nothing keeps it from any address, which the warning above says. */}
        {isHeld && (
          <NetworkAccess
            network={network}
            onChange={(chosen) => props.onChange({ ...props.choices, network: chosen })}
          />
        )}
        {isHeld && network === 'all' && (
          <LocalNetworkRow choices={props.choices} onChange={props.onChange} />
        )}
        <Folders {...props} process={process} isHeld={isHeld} />
      </ul>
    </SheetSection>
  )
}

function Command({ process }: { process: Process }): ReactNode {
  const environment = Object.entries(process.environment)
  return (
    <div dir="ltr" className="space-y-1 rounded-lg bg-code px-3 py-2 text-sm">
      {environment.map(([name, value]) => (
        <div key={name} className="text-muted">
          <Literal text={`${name}=${value}`} />
        </div>
      ))}
      <Literal text={commandLine(process)} />
    </div>
  )
}

interface FoldersProps extends SheetPart {
  process: Process
  isHeld: boolean
}

function Folders({ process, isHeld, choices, onChange }: FoldersProps): ReactNode {
  const { t } = useTranslation()
  const folders = chosenFolders(process.folders, choices.folders)
  const setAccess = (path: string, access: FolderAccess): void =>
    onChange(withFolder(choices, process.folders, path, access))
  if (!isHeld) return null
  return (
    <>
      {folders.length === 0 && <SheetRow>{t('plugins.sheet.process.folders.none')}</SheetRow>}
      {folders.map(({ path, asked, access }) => (
        <SheetRow
          key={path}
          note={asked !== 'none' && t(`plugins.sheet.process.folders.asked.${asked}`)}
          control={
            <Select
              label={t('plugins.sheet.process.folders.access', { path: visibleText(path) })}
              value={access}
              options={(['none', 'read', 'write'] as const).map((value) => ({
                value,
                label: t(`plugins.sheet.process.folders.${value}Access`),
              }))}
              onValueChange={(value) => setAccess(path, value)}
            />
          }
        >
          <Literal text={path} />
        </SheetRow>
      ))}
      <li className="py-2.5">
        <AddText
          label={t('plugins.sheet.process.folders.path')}
          action={t('plugins.sheet.process.folders.add')}
          read={(path) => path.trim()}
          onAdd={(path) => setAccess(path, 'read')}
        />
      </li>
    </>
  )
}
