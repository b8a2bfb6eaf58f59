import { useAtom } from 'jotai'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inspection, InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { keepPlugin } from '../installed/removePlugin.ts'
import { putPlugin } from '../installedPlugins.ts'
import { PluginMark } from '../PluginMark.tsx'
import { openPlugins } from '../pluginsView.ts'
import { Changes } from './Changes.tsx'
import { inspectionAtom } from './inspection.ts'
import { OriginSection } from './OriginSection.tsx'
import { SheetSections } from './SheetSections.tsx'
import { SheetTools } from './SheetTools.tsx'

/** Shows what the inspected plugin may do, and installs it if the user wants that. */
export function InstallDialog(): ReactNode {
  const [inspection, setInspection] = useAtom(inspectionAtom)
  if (!inspection) return null
  return (
    <OpenDialog
      key={inspection.id}
      inspection={inspection}
      onClose={() => setInspection(undefined)}
    />
  )
}

interface OpenDialogProps {
  inspection: Inspection
  onClose: () => void
}

function OpenDialog({ inspection, onClose }: OpenDialogProps): ReactNode {
  const { sheet, changes } = inspection
  const { t } = useTranslation()
  const task = useTask()
  const sheetBox = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState(inspection.choices)
  const [asking, setAsking] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const isInstalled = useRef(false)
  const name = visibleText(sheet.title)
  const runsFree = sheet.process?.sandbox === 'none'
  const isUpdate = changes !== null
  const install = async (): Promise<void> => {
    const installed = await task.run(() =>
      api.plugins.install({ inspectionId: inspection.id, choices }),
    )
    if (!installed) return
    isInstalled.current = true
    showInstalled(installed, onClose)
  }
  const verb = t(isUpdate ? 'plugins.update.confirm' : 'plugins.install.confirm')
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !task.running) onClose()
      }}
      wide
      // The text, and no button: a key pressed too early installs nothing.
      initialFocus={sheetBox}
      // The installed plugin's row takes the focus itself.
      finalFocus={() => !isInstalled.current && opener instanceof HTMLElement && opener}
      title={t(isUpdate ? 'plugins.update.title' : 'plugins.install.title', { name })}
      description={<Byline inspection={inspection} />}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            busy={task.running}
            onClick={() => (runsFree ? setAsking(true) : void install())}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div
        ref={sheetBox}
        tabIndex={0}
        role="group"
        aria-label={t('plugins.install.sheet')}
        className="-mx-5 min-h-0 flex-1 space-y-5 overflow-y-auto border-y border-line px-5 py-4 outline-offset-[-5px] focus-visible:rounded-xl"
      >
        {sheet.description !== '' && (
          <div className="flex items-start gap-3">
            <PluginMark title={name} avatar={sheet.avatar} />
            <p className="min-w-0 flex-1 text-sm break-words">
              <bdi>{visibleText(sheet.description)}</bdi>
            </p>
          </div>
        )}
        {changes && <Changes changes={changes} />}
        <SheetSections sheet={sheet} choices={choices} onChange={setChoices} />
        <SheetTools sheet={sheet} choices={choices} onChange={setChoices} />
        <OriginSection sheet={sheet} />
      </div>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('plugins.install.free.title', { name })}
        description={t('plugins.install.free.description')}
        confirmLabel={t('plugins.install.free.confirm')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => void install()}
      />
    </Dialog>
  )
}

/** Shows who made the plugin, and where its description lies. */
function Byline({ inspection: { sheet } }: { inspection: Inspection }): ReactNode {
  const { t } = useTranslation()
  const facts = [
    sheet.author && t('plugins.by', { author: visibleText(sheet.author) }),
    sheet.version && t('plugins.version', { version: visibleText(sheet.version) }),
    visibleText(sheet.origin.location),
  ]
  return (
    <span className="break-words">
      <Facts facts={facts} />
    </span>
  )
}

function showInstalled(plugin: InstalledPlugin, close: () => void): void {
  keepPlugin(plugin.id)
  putPlugin(plugin)
  close()
  openPlugins({
    tab: 'installed',
    pluginId: plugin.id,
    pluginTab: plugin.state === 'settingsMissing' ? 'settings' : 'tools',
  })
}
