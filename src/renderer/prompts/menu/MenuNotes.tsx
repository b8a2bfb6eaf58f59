import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { errorText } from '../../core/errorText.ts'
import type { Task } from '../../core/useTask.ts'
import { LeftOut } from '../../plugins/content/LeftOut.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { useOffers } from './useOffers.ts'

type MenuNotesProps = Omit<ReturnType<typeof useOffers>, 'shown'> & Pick<Task, 'failure'>

/** Says which servers are still asked, what is missing from their lists, and what went wrong. */
export function MenuNotes(props: MenuNotesProps): ReactNode {
  const { asked, cut, failures, ownFailure, failure } = props
  const { t } = useTranslation()
  return (
    <>
      {ownFailure && <ErrorAlert error={ownFailure.error} since={ownFailure.at} />}
      {asked.map(({ pluginId, title }) => (
        <p key={pluginId} className="flex items-center gap-2 px-2.5 py-1.5 text-muted">
          <Spinner />
          <span>{t('plugins.prompts.asking', { name: visibleText(title) })}</span>
        </p>
      ))}
      {cut.map(({ server, leftOut, isCut }) => (
        <p key={server.pluginId} className="px-2.5 py-1.5 text-muted">
          <bdi>{visibleText(server.title)}</bdi>: <LeftOut count={leftOut} isCut={isCut} />
        </p>
      ))}
      {failures.map(({ server, error }) => (
        <p key={server.pluginId} className="px-2.5 py-1.5 text-danger-ink">
          <bdi>{visibleText(server.title)}</bdi>: {errorText(t, error).sentence}
        </p>
      ))}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </>
  )
}
