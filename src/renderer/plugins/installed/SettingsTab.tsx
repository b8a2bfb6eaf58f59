import { useEffect, useMemo, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { draftsOf, fieldsOf, readForm } from '../../ui/forms/schemaFields.ts'
import type { Draft, Drafts, FieldProblem } from '../../ui/forms/schemaFields.ts'
import { SchemaForm } from '../../ui/forms/SchemaForm.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { signInHint, signInTitle } from '../signInTitles.ts'
import { usePluginChange } from '../usePluginChange.ts'
import { changedSettings } from './changedSettings.ts'
import type { SavedSettings } from './changedSettings.ts'

/** Shows a plugin's settings. Of a secret it shows only that there is one. */
export function SettingsTab({ plugin }: { plugin: InstalledPlugin }): ReactNode {
  const { id, sheet } = plugin
  const { t } = useTranslation()
  const { run, failure } = useTask()
  const [saved, setSaved] = useState<SavedSettings>()
  useEffect(() => {
    void run(() => api.plugins.readSettings({ id })).then((read) => read && setSaved(read))
  }, [id, run])
  if (!sheet.settings) return <p className="text-sm text-muted">{t('plugins.settings.none')}</p>
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  if (!saved) return <Skeleton className="h-20 w-full" />
  return <SettingsForm plugin={plugin} saved={saved} onSaved={setSaved} />
}

interface SettingsFormProps {
  plugin: InstalledPlugin
  saved: SavedSettings
  onSaved: (saved: SavedSettings) => void
}

function SettingsForm({ plugin, saved, onSaved }: SettingsFormProps): ReactNode {
  const { id, sheet } = plugin
  const { t } = useTranslation()
  const { task, change } = usePluginChange()
  const fields = useMemo(
    () =>
      fieldsOf(sheet.settings ?? {}, sheet.secretSettings).map((field) => ({
        ...field,
        title: signInTitle(t, sheet, field.name) ?? field.title,
        description: signInHint(t, sheet, field.name) ?? field.description,
      })),
    [sheet, t],
  )
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(fields, saved.values))
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [isDone, setDone] = useState(false)
  const write = async (values: SavedSettings['values']): Promise<void> => {
    const written = await change(() => api.plugins.writeSettings({ id, values }))
    if (!written) return
    setDone(true)
    onSaved(await api.plugins.readSettings({ id }))
  }
  const edit = (name: string, draft: Draft): void => {
    setDone(false)
    setDrafts((known) => ({ ...known, [name]: draft }))
  }
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    const read = readForm(
      // A secret that is kept need not be entered again.
      fields.map((field) =>
        saved.secrets.includes(field.name) ? { ...field, required: false } : field,
      ),
      drafts,
    )
    setProblems(read.problems)
    if (Object.keys(read.problems).length > 0) return
    await write(changedSettings(fields, read.values, saved))
    // A secret leaves the page once it is kept.
    setDrafts((known) => ({
      ...known,
      ...Object.fromEntries(
        fields.filter(({ kind }) => kind === 'password').map(({ name }) => [name, undefined]),
      ),
    }))
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <SchemaForm
        fields={fields}
        drafts={drafts}
        problems={problems}
        keptSecrets={saved.secrets}
        onChange={edit}
        onForget={(name) => void write({ [name]: null })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={task.running}>
          {t('plugins.settings.save')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isDone && t('plugins.settings.saved')}
        </p>
      </div>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </form>
  )
}
