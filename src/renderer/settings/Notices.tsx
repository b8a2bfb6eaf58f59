import { useDeferredValue, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { ExternalLink } from '../core/ExternalLink.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { rankMatches } from '../ui/controls/rankMatches.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { loadNotices, type Notice } from './loadNotices.ts'

/** Shows the button that opens the licences of all that is in Parley. */
export function Notices(): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = t('settings.about.notices.title')
  return (
    <>
      <Button size="small" variant="quiet" className="flush-start" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={title}
        description={t('settings.about.notices.description')}
        actions={
          <Button onClick={() => setOpen(false)}>{t('settings.about.notices.close')}</Button>
        }
      >
        <NoticeList />
      </Dialog>
    </>
  )
}

function NoticeList(): ReactNode {
  const { t } = useTranslation()
  const { run, failure } = useTask()
  const [notices, setNotices] = useState<readonly Notice[]>()
  const [query, setQuery] = useState('')
  const sought = useDeferredValue(query)
  useEffect(() => {
    void run(loadNotices).then(setNotices)
  }, [run])
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  const shown =
    notices && sought.trim() !== ''
      ? rankMatches(notices, sought, ({ name, licence }) => ({ label: name, more: [licence] }))
      : notices
  return (
    <>
      <SearchField
        label={t('settings.about.notices.search')}
        clearLabel={t('settings.search.clear')}
        query={query}
        onQueryChange={setQuery}
        className="bg-sunken"
      />
      <div className="h-96 min-h-40 shrink overflow-y-auto">
        {!shown && <Skeleton className="h-full w-full" />}
        {shown?.length === 0 && (
          <p role="status" className="text-sm text-muted">
            {t('settings.about.notices.none')}
          </p>
        )}
        <ul aria-label={t('settings.about.notices.title')} className="space-y-1">
          {shown?.map((notice) => (
            <li key={`${notice.name} ${notice.version}`}>
              <NoticeRow notice={notice} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function NoticeRow({ notice: { name, version, licence, source, texts } }: { notice: Notice }) {
  const title = (
    <>
      <bdi className="text-ink">{`${name} ${version}`.trim()}</bdi> · <bdi>{licence}</bdi>
    </>
  )
  return (
    <Disclosure title={title}>
      <div className="space-y-2 pb-3 text-xs">
        {source !== '' && (
          <ExternalLink
            address={source}
            className="block w-fit text-accent-ink underline break-all"
          >
            {source}
          </ExternalLink>
        )}
        {texts.map((text) => (
          <pre
            key={text}
            dir="ltr"
            lang="en"
            className="rounded-lg bg-sunken p-3 font-mono wrap-anywhere whitespace-pre-wrap text-muted select-text"
          >
            {text}
          </pre>
        ))}
      </div>
    </Disclosure>
  )
}
