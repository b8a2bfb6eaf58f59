import { useAtom, useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assistant, ChatSetup } from '../../shared/assistantProfiles.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { useNarrow } from '../core/appearance/narrow.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { attempt } from '../core/failures.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { storedNumberAtom } from '../core/stored/storedNumber.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { FieldRow } from '../ui/forms/FieldRow.tsx'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { useKeyWithin } from '../ui/layers/useKeyWithin.ts'
import { Alert } from '../ui/status/Alert.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { assistantList, assistantsOpenAtom } from './assistants.ts'
import {
  changeChatSetup,
  chooseAssistant,
  invalidEntries,
  resetChatSetup,
  saveChatSetups,
  useChatSetup,
} from './chatSetups.ts'
import { readEntries, toEntries } from './setupEntries.ts'
import type { EntryName, SetupEntries } from './setupEntries.ts'
import { SetupFields } from './SetupFields.tsx'
import { closeSetupPanel, minWidthPixels } from './setupPanel.ts'
import { useTakenParameters } from './useTakenParameters.ts'

const widthAtom = storedNumberAtom('setupWidth', 360)

const plain = 'plain'

interface SetupPanelProps {
  /** Null in a new chat. */
  conversationId: string | null
  model: ModelReference | null
  /** The model's description, once it is known. */
  describedModel: Model | undefined
  /** Called when the chosen assistant has a model of its own. */
  onModel: (model: ModelReference) => void
}

/** Shows the instructions and parameters of a chat beside it, or over it in a narrow window. */
export function SetupPanel(props: SetupPanelProps): ReactNode {
  const { t } = useTranslation()
  const narrow = useNarrow(minWidthPixels)
  const [width, setWidth] = useAtom(widthAtom)
  const panel = <Panel {...props} />
  if (narrow) return <div className="absolute inset-0 z-20 bg-canvas">{panel}</div>
  return (
    <SidePanel
      side="end"
      resizeLabel={t('assistantProfiles.width')}
      width={width}
      minimum={280}
      maximum={640}
      onWidthChange={setWidth}
    >
      {panel}
    </SidePanel>
  )
}

function Panel(props: SetupPanelProps): ReactNode {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const { chatSetup, failure } = useChatSetup(props.conversationId)
  useEffect(() => region.current?.focus({ preventScroll: true }), [])
  useKeyWithin(region, ({ key }) => {
    if (key === 'Escape') closeSetupPanel()
    return key === 'Escape'
  })
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t('assistantProfiles.title')}
      className="flex h-full flex-col outline-none"
    >
      <div className="flex min-h-12 shrink-0 items-center gap-1 ps-4 pe-2 select-none">
        <h2 className="min-w-0 grow truncate text-sm font-semibold">
          {t('assistantProfiles.title')}
        </h2>
        <IconButton
          size="small"
          label={t('assistantProfiles.close')}
          shortcut="Esc"
          icon={<X aria-hidden className="size-4" />}
          onClick={closeSetupPanel}
        />
      </div>
      <div className="relative min-h-0 grow space-y-4 overflow-y-auto px-4 pb-4">
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        {chatSetup?.isReadable === false && (
          <Alert>{t('errors.sentences.instructionsUnreadable')}</Alert>
        )}
        {chatSetup ? (
          <Content key={props.conversationId ?? ''} {...props} chatSetup={chatSetup} />
        ) : (
          !failure && <Skeleton className="h-60" />
        )}
      </div>
    </section>
  )
}

function Content(props: SetupPanelProps & { chatSetup: ChatSetup }): ReactNode {
  const { conversationId, model, describedModel, onModel, chatSetup } = props
  const { assistantId, setup, hasOwn, isReadable } = chatSetup
  const { t } = useTranslation()
  const assistants = useAtomValue(assistantList.recordsAtom) ?? []
  const preferred = useAtomValue(preferencesAtom)?.reasoningEffort ?? 'auto'
  const taken = useTakenParameters(model, setup.effort ?? preferred)
  /** Entries that are being typed: `0.` is on its way to a number. */
  const [typed, setTyped] = useState(() => invalidEntries.get(conversationId) ?? {})
  const entries = { ...toEntries(setup), ...typed }

  const forgetTyped = (): void => {
    setTyped({})
    invalidEntries.delete(conversationId)
  }
  const choose = (assistant: Assistant | undefined): void => {
    forgetTyped()
    attempt(chooseAssistant(conversationId, assistant?.id ?? null))
    if (assistant?.model) onModel(assistant.model)
  }
  const onEntry = (name: EntryName, entry: string): void => {
    const next: Partial<SetupEntries> = { ...typed, [name]: entry }
    const read = readEntries({ ...entries, [name]: entry }, setup)
    setTyped(next)
    invalidEntries.set(
      conversationId,
      Object.fromEntries(read.invalid.map((invalid) => [invalid, next[invalid]])),
    )
    changeChatSetup(conversationId, read.setup)
  }
  const onLeave = (name: EntryName): void => {
    const isInvalid = readEntries(entries, setup).invalid.includes(name)
    if (!isInvalid) setTyped(({ [name]: _left, ...others }) => others)
    attempt(saveChatSetups())
  }
  return (
    <>
      <FieldRow label={t('assistantProfiles.assistant')}>
        <Select
          label={t('assistantProfiles.assistant')}
          value={assistantId ?? plain}
          options={[
            { value: plain, label: t('assistantProfiles.plain') },
            ...assistants.map(({ id, name, emoji }) => ({
              value: id,
              label: emoji ? `${emoji} ${name}` : name,
            })),
          ]}
          onValueChange={(id) => choose(assistants.find((one) => one.id === id))}
        />
      </FieldRow>
      {taken && (
        <SetupFields
          entries={entries}
          saved={setup}
          taken={taken}
          reasons={describedModel?.capabilities?.reasoning === true}
          onEntry={onEntry}
          onEffort={(effort) => changeChatSetup(conversationId, { ...setup, effort })}
          onLeave={onLeave}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {(hasOwn || !isReadable) && (
          <Button
            onClick={() => {
              forgetTyped()
              attempt(resetChatSetup(conversationId))
            }}
          >
            {t(assistantId === null ? 'assistantProfiles.clear' : 'assistantProfiles.reset')}
          </Button>
        )}
        <Button onClick={() => store.set(assistantsOpenAtom, true)}>
          {t('assistantProfiles.manage')}
        </Button>
      </div>
    </>
  )
}
