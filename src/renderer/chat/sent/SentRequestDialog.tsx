import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentRequest } from '../../../shared/chat/sentRequest.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { SentTurns } from './SentTurns.tsx'

interface SentRequestDialogProps {
  /** The answer's. */
  messageId: string
  onClose: () => void
}

/** Shows the request that an answer was written for. */
export function SentRequestDialog({ messageId, onClose }: SentRequestDialogProps): ReactNode {
  const { t } = useTranslation()
  const { run, running, failure } = useTask()
  const [request, setRequest] = useState<SentRequest>()
  const read = useCallback(
    async (before: number | null): Promise<void> => {
      const page = await run(() => api.chat.sentRequest({ messageId, before }))
      if (!page) return
      setRequest((known) =>
        known && before !== null ? { ...known, ...joinTurns(page, known) } : page,
      )
    },
    [messageId, run],
  )
  useEffect(() => void read(null), [read])
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.sent.title')}
      description={t('chat.sent.hint')}
      actions={<Button onClick={onClose}>{t('chat.sent.close')}</Button>}
    >
      <div
        tabIndex={0}
        role="group"
        aria-label={t('chat.sent.title')}
        className="selectable -m-1 min-h-0 space-y-5 overflow-y-auto rounded-lg p-1 text-sm"
      >
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        {request ? (
          <>
            <CarriedParts request={request} />
            <SentTurns
              request={request}
              isReading={running}
              onEarlier={() => void read(request.earlier)}
            />
          </>
        ) : (
          !failure && <Spinner />
        )}
      </div>
    </Dialog>
  )
}

function joinTurns(
  { turns, earlier }: SentRequest,
  known: SentRequest,
): Pick<SentRequest, 'turns' | 'earlier'> {
  return { turns: [...turns, ...known.turns], earlier }
}

/** Shows what the request carries beside the conversation. */
function CarriedParts({ request }: { request: SentRequest }): ReactNode {
  const { t } = useTranslation()
  const { instructions, parameters, tools } = request
  return (
    <>
      <section className="space-y-1.5">
        <h3 className="font-semibold">{t('chat.sent.instructions')}</h3>
        {instructions === null ? (
          <p className="text-muted">{t('chat.sent.noInstructions')}</p>
        ) : (
          <PlainText text={instructions} />
        )}
      </section>
      {parameters.length > 0 && (
        <section className="space-y-1.5">
          <h3 className="font-semibold">{t('chat.sent.parameters')}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1" dir="ltr">
            {parameters.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {tools.length > 0 && (
        <section className="space-y-1.5">
          <h3 className="font-semibold">{t('chat.sent.tools')}</h3>
          {tools.map(({ name, description, parameters: schema }) => (
            <Disclosure key={name} title={<bdi>{name}</bdi>}>
              <PlainText text={description} />
              <pre dir="ltr" className="mt-2 overflow-x-auto rounded-lg bg-sunken p-2 text-xs">
                {schema}
              </pre>
            </Disclosure>
          ))}
        </section>
      )}
    </>
  )
}
