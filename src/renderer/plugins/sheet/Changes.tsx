import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetChange } from '../../../shared/plugins/plugins.ts'
import { changedValue, toolPartOf } from './changedValue.ts'
import { Literal } from './Literal.tsx'
import { SheetSection } from './SheetSection.tsx'
import { StrangersText } from './StrangersText.tsx'

/** Longer values have a box of their own. */
const lineLength = 80

/** Shows what a new version changes, and marks what lets the plugin do more. */
export function Changes({ changes }: { changes: readonly SheetChange[] }): ReactNode {
  const { t } = useTranslation()
  const widening = changes.filter(({ widens }) => widens).length
  return (
    <SheetSection title={t('plugins.changes.title')}>
      <p className="text-sm text-muted">
        {changes.length === 0
          ? t('plugins.changes.none')
          : t('plugins.changes.summary', { count: widening })}
      </p>
      {changes.length > 0 && (
        <ul className="setting-group">
          {changes.map((change, index) => (
            <li key={`${change.path} ${index}`} className="space-y-1.5 py-2.5 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h4 className="text-sm font-medium">
                  <FieldName path={change.path} />
                </h4>
                {change.widens && (
                  <span className="inline-flex items-center gap-1.5 font-medium text-danger-ink">
                    <TriangleAlert aria-hidden className="size-4" />
                    {t('plugins.changes.widens')}
                  </span>
                )}
              </div>
              <Value label={t('plugins.changes.before')} path={change.path} text={change.before} />
              <Value label={t('plugins.changes.after')} path={change.path} text={change.after} />
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  )
}

interface ValueProps {
  label: string
  path: string
  text: string | null
}

function Value({ label, path, text }: ValueProps): ReactNode {
  const { t, i18n } = useTranslation()
  const words = changedValue(t, i18n.language, { path, text })
  return (
    <div className="grid grid-cols-[4.5rem_1fr] items-baseline gap-x-3">
      <span className="text-xs text-muted">{label}</span>
      {words !== null || text === null ? (
        <span className={text === null ? 'text-muted' : undefined}>{words}</span>
      ) : text.length > lineLength ? (
        <StrangersText text={text} label={label} />
      ) : (
        <Literal text={text} />
      )}
    </div>
  )
}

/** The parts of a sheet that have a name, by the beginning of a change's path. */
const fields = [
  'origin',
  'process',
  'hosts',
  'localNetwork',
  'instructions',
  'type',
  'page',
  'pageSize',
  'tools',
  'settings',
  'secretSettings',
  'title',
  'description',
  'author',
  'homepage',
  'avatar',
  'version',
] as const

/** Names what has changed, such as a host or a tool. */
function FieldName({ path }: { path: string }): ReactNode {
  const { t } = useTranslation()
  const ofTool = toolPartOf(path)
  if (ofTool) {
    return (
      <>
        {t('plugins.changes.fields.tools')} <Literal text={ofTool.tool} />
        {' · '}
        {t(`plugins.changes.toolParts.${ofTool.part}`)}
      </>
    )
  }
  const field = fields.find((name) => path === name || path.startsWith(`${name}.`))
  if (!field) return <Literal text={path} />
  const rest = path.slice(field.length + 1)
  return (
    <>
      {t(`plugins.changes.fields.${field}`)} {rest !== '' && <Literal text={rest} />}
    </>
  )
}
