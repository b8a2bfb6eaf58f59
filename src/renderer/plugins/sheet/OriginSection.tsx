import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import { Literal } from './Literal.tsx'
import { noteText } from './noteText.ts'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'

/** Shows where a plugin came from, and what is wrong with its description. */
export function OriginSection({ sheet }: Pick<SheetPart, 'sheet'>): ReactNode {
  const { t } = useTranslation()
  const { origin, notes, homepage } = sheet
  // A server of the index has no place but there, under its identifier.
  const isListed = origin.kind === 'index' && origin.location === sheet.id
  const facts: [label: string, value: string][] = [
    [t('plugins.sheet.origin.id'), sheet.id],
    [t(`plugins.sheet.origin.${placeOf(origin)}`), isListed ? '' : origin.location],
    [t('plugins.sheet.origin.homepage'), homepage ?? ''],
    ['SHA-256', origin.sha256],
  ]
  return (
    <SheetSection title={t('plugins.sheet.origin.title')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0">
                <Literal text={value} />
              </dd>
            </div>
          ))}
      </dl>
      {notes.length > 0 && (
        <ul className="list-disc space-y-1 ps-4 text-xs text-muted">
          {notes.map((note) => (
            <li key={`${note.code} ${note.path} ${note.subject}`} className="break-words">
              {noteText(t, note)}
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  )
}

function placeOf({ kind, location }: PluginSheet['origin']): 'command' | 'location' | 'file' {
  if (kind === 'typed') return 'command'
  // A bundle and another client's file can come from an address, too.
  return /^https?:/i.test(location) ? 'location' : 'file'
}
