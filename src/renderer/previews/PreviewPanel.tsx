import { Tabs } from '@base-ui/react/tabs'
import { Download, Globe, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { MarkdownText } from '../core/MarkdownText.tsx'
import { saveText } from '../core/saveText.ts'
import { closePreview } from '../core/shownPreview.ts'
import type { PreviewedCode } from '../markdown/host.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useKeyWithin } from '../ui/layers/useKeyWithin.ts'
import { visibleText } from '../ui/visibleText.ts'
import { PreviewFrame } from './PreviewFrame.tsx'

const tabClass =
  'pressable -mb-px min-h-8 border-b-2 border-transparent px-2.5 text-sm text-muted hover:text-ink data-active:border-accent data-active:text-ink'

/** Shows a document of an answer as it is drawn, and its code. */
export function PreviewPanel({ shown }: { shown: PreviewedCode }): ReactNode {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus({ preventScroll: true }), [shown])
  useKeyWithin(region, ({ key }) => {
    if (key !== 'Escape') return false
    closePreview()
    return true
  })
  const { kind, fileName, text } = shown
  return (
    <section
      ref={region}
      tabIndex={-1}
      data-preview=""
      aria-label={t('previews.title')}
      className="h-full outline-none"
    >
      <Tabs.Root defaultValue="preview" className="flex h-full flex-col">
        <div className="flex min-h-12 shrink-0 items-center gap-1 ps-4 pe-2 select-none">
          <h2 dir="auto" className="own-direction min-w-0 grow truncate text-sm font-semibold">
            {visibleText(fileName)}
          </h2>
          {kind !== 'markdown' && (
            <IconButton
              size="small"
              label={t('previews.openInBrowser')}
              icon={<Globe aria-hidden className="size-4" />}
              onClick={() => attempt(api.previews.openInBrowser({ kind, text }))}
            />
          )}
          <CopyButton label={t('markdown.code.copy')} text={() => text} />
          <IconButton
            size="small"
            label={t('markdown.code.save')}
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => saveText(fileName, `${text}\n`)}
          />
          <IconButton
            size="small"
            label={t('previews.close')}
            shortcut="Esc"
            icon={<X aria-hidden className="size-4" />}
            onClick={closePreview}
          />
        </div>
        <Tabs.List className="mx-4 mb-3 flex shrink-0 gap-1 border-b border-line">
          <Tabs.Tab value="preview" className={tabClass}>
            {t('previews.tabs.preview')}
          </Tabs.Tab>
          <Tabs.Tab value="code" className={tabClass}>
            {t('previews.tabs.code')}
          </Tabs.Tab>
        </Tabs.List>
        {/* Kept while the code is read: what the user has done in the document stays. */}
        <Tabs.Panel value="preview" keepMounted className="flex min-h-0 grow flex-col">
          <Drawn shown={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="code" className="min-h-0 grow">
          <pre
            dir="ltr"
            tabIndex={0}
            className="selectable h-full overflow-auto px-4 pb-4 font-mono text-sm"
          >
            {text}
          </pre>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  )
}

function Drawn({ shown }: { shown: PreviewedCode }): ReactNode {
  const { t } = useTranslation()
  const { kind, fileName, text } = shown
  if (kind !== 'markdown') {
    return <PreviewFrame key={text} kind={kind} name={visibleText(fileName)} text={text} />
  }
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('previews.tabs.preview')}
      className="min-h-0 grow overflow-y-auto px-4 pb-6"
    >
      <MarkdownText text={text} streaming={false} />
    </div>
  )
}
