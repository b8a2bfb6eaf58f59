import { FileText, ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ContentServer,
  ResourceTemplate,
  ServerResource,
} from '../../../shared/plugins/pluginContent.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { rankMatches } from '../../ui/controls/rankMatches.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { InsertedContent } from './insertedContent.ts'
import { LeftOut } from './LeftOut.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { useServerResources } from './useServerResources.ts'

interface ResourcePickerProps {
  servers: readonly ContentServer[]
  onInsert: (content: InsertedContent) => void
  onClose: () => void
}

/** Lets the user attach a resource of a server: from its list, or by a template. */
export function ResourcePicker({ servers, onInsert, onClose }: ResourcePickerProps): ReactNode {
  const { t } = useTranslation()
  const [chosenId, setChosenId] = useState<string>()
  const [query, setQuery] = useState('')
  const [template, setTemplate] = useState<ResourceTemplate>()
  const server = servers.find(({ pluginId }) => pluginId === chosenId) ?? servers[0]
  const { resources, templates, leftOut, isCut, isLoading, failure, loadMore } = useServerResources(
    server?.pluginId,
  )
  const { run, running, failure: readFailure } = useTask()
  const shown = useMemo(
    () =>
      rankMatches(resources, query, ({ title, uri, description }) => ({
        label: title,
        more: [uri, description],
      })),
    [resources, query],
  )
  const shownTemplates = rankMatches(templates, query, ({ title, template: uri }) => ({
    label: title,
    more: [uri],
  }))
  const read = (uri: string, values?: Record<string, string>): void => {
    if (!server) return
    const { pluginId } = server
    void run(async () => {
      const files = await api.pluginContent.read({ pluginId, uri, ...(values && { values }) })
      onInsert({ text: null, files })
    })
  }
  const isEmpty = shown.length + shownTemplates.length === 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('plugins.resources.title')}
      description={t('plugins.resources.note')}
      actions={
        template ? (
          <Button onClick={() => setTemplate(undefined)}>{t('plugins.resources.back')}</Button>
        ) : (
          <Button onClick={onClose}>{t('app.cancel')}</Button>
        )
      }
    >
      {template && server ? (
        <TemplateForm
          server={server}
          template={template}
          isReading={running}
          onRead={(values) => read(template.template, values)}
        />
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            {server && servers.length > 1 && (
              <Select
                label={t('plugins.resources.server')}
                value={server.pluginId}
                options={servers.map(({ pluginId, title }) => ({
                  value: pluginId,
                  label: visibleText(title),
                }))}
                onValueChange={setChosenId}
              />
            )}
            <div className="min-w-48 flex-1">
              <SearchField
                label={t('plugins.resources.search')}
                clearLabel={t('plugins.market.clear')}
                query={query}
                onQueryChange={setQuery}
                className="field"
              />
            </div>
          </div>
          <p role="status" className="text-sm text-muted empty:hidden">
            {!isLoading && isEmpty && !failure && t('plugins.resources.none')}
          </p>
          <ul
            aria-label={t('plugins.resources.list')}
            className="min-h-0 overflow-y-auto overscroll-contain"
          >
            {shown.map((resource) => (
              <ResourceRow
                key={resource.uri}
                {...resource}
                disabled={running}
                onChoose={() => read(resource.uri)}
              />
            ))}
            {shownTemplates.map((one) => (
              <ResourceRow
                key={one.template}
                title={one.title}
                uri={one.template}
                description={one.description}
                sizeBytes={null}
                isTemplate
                disabled={running}
                onChoose={() => (one.variables.length > 0 ? setTemplate(one) : read(one.template))}
              />
            ))}
            {loadMore && (
              <li className="p-2">
                <Button size="small" onClick={loadMore}>
                  {t('plugins.resources.more')}
                </Button>
              </li>
            )}
          </ul>
          <p className="text-sm text-muted empty:hidden">
            <LeftOut count={leftOut} isCut={isCut} />
          </p>
          {isLoading && server && (
            <p className="flex items-center gap-2 text-sm text-muted">
              <Spinner />
              {t('plugins.prompts.asking', { name: visibleText(server.title) })}
            </p>
          )}
          {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        </>
      )}
      {readFailure && <ErrorAlert error={readFailure.error} since={readFailure.at} />}
    </Dialog>
  )
}

interface ResourceRowProps extends Pick<
  ServerResource,
  'title' | 'uri' | 'description' | 'sizeBytes'
> {
  isTemplate?: boolean
  disabled: boolean
  onChoose: () => void
}

function ResourceRow(props: ResourceRowProps): ReactNode {
  const { title, uri, description, sizeBytes, isTemplate = false, disabled, onChoose } = props
  const { i18n } = useTranslation()
  const Icon = isTemplate ? ListTree : FileText
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={onChoose}
        className="flex w-full items-start gap-2.5 rounded-lg px-2.5 py-1.5 text-start text-sm hover:bg-hover"
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <bdi className="block break-words">{visibleText(title)}</bdi>
          <span dir="ltr" className="block truncate text-start text-xs text-muted">
            {visibleText(uri)}
          </span>
          {description !== '' && (
            <bdi className="line-clamp-2 text-xs text-muted">{visibleText(description)}</bdi>
          )}
        </span>
        {sizeBytes !== null && (
          <span className="shrink-0 text-xs text-muted">
            {formatBytes(i18n.language, sizeBytes)}
          </span>
        )}
      </button>
    </li>
  )
}
