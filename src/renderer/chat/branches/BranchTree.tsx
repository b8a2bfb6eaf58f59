import { useAtomValue } from 'jotai'
import { Bot, User } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BranchVersion } from '../../../shared/chat/tree.ts'
import { moveFocus } from '../../ui/controls/moveFocus.ts'
import { formatDateTime } from '../../ui/formatAmount.ts'
import { Tag } from '../../ui/layout/Tag.tsx'
import { modelNameAtom } from '../models/modelNames.ts'
import { relatedRow } from './relatedRow.ts'

/** Deeper versions are indented no further: their text needs the room. */
const maxIndents = 8

interface BranchTreeProps {
  versions: readonly BranchVersion[]
  onChoose: (version: BranchVersion) => void
}

/** Shows versions as a tree in which the arrow keys move. The focus begins on the shown branch. */
export function BranchTree({ versions, onChoose }: BranchTreeProps): ReactNode {
  const { t } = useTranslation()
  const [focusedId, setFocusedId] = useState(() => versions.findLast((one) => one.isShown)?.id)
  const tree = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [])
  const press = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const version = versions[index]
      // A held key chooses nothing.
      if (version && !event.repeat) onChoose(version)
      return
    }
    if (moveFocus(event, '[role=tree]', '[role=treeitem]')) return
    const target = relatedRow(versions, index, { key: event.key, dir: document.dir })
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const rows = tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')
    rows?.[target]?.focus()
  }
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('chat.branches.title')}
      className="scroll-room min-h-0 overflow-y-auto"
    >
      {versions.map((version, index) => (
        <div
          key={version.id}
          role="treeitem"
          aria-level={version.depth}
          aria-posinset={version.position}
          aria-setsize={version.versions}
          aria-selected={version.isShown}
          tabIndex={version.id === (focusedId ?? versions[0]?.id) ? 0 : -1}
          style={{ paddingInlineStart: indent(version.depth) }}
          className="cursor-default rounded-lg py-1.5 pe-2.5 -outline-offset-2 select-none hover:bg-hover"
          onFocus={() => setFocusedId(version.id)}
          onKeyDown={(event) => press(event, index)}
          onClick={() => onChoose(version)}
        >
          <VersionRow version={version} />
        </div>
      ))}
    </div>
  )
}

function indent(depth: number): string {
  return `${String(0.625 + Math.min(depth - 1, maxIndents) * 1.25)}rem`
}

function VersionRow({ version }: { version: BranchVersion }): ReactNode {
  const { t, i18n } = useTranslation()
  const nameOf = useAtomValue(modelNameAtom)
  const { role, words, model, createdAt, position, versions, messages, isShown } = version
  const isUser = role === 'user'
  const Icon = isUser ? User : Bot
  const facts = [
    t('chat.message.version', { index: position, total: versions }),
    ...(isUser || !model ? [] : [nameOf(model)]),
    formatDateTime(i18n.language, createdAt),
    t('chat.branches.messages', { count: messages }),
  ]
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <Icon
        role="img"
        aria-label={t(isUser ? 'chat.message.you' : 'chat.message.assistant')}
        className={
          isShown ? 'mt-0.5 size-4 shrink-0 text-accent-ink' : 'mt-0.5 size-4 shrink-0 text-muted'
        }
      />
      <div className="min-w-0 grow">
        <p dir="auto" className="own-direction truncate">
          {words === '' ? t('chat.branches.noText') : words}
        </p>
        <p className="text-xs text-muted">
          {facts.map((fact) => (
            <span
              key={fact}
              className="inline-block after:mx-1.5 after:content-['·'] last:after:content-none"
            >
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
      </div>
      {isShown && <Tag tone="accent">{t('chat.branches.shown')}</Tag>}
    </div>
  )
}
