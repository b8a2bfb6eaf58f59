import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { Thumbnail } from '../gallery/Thumbnail.tsx'
import { outputName } from '../outputName.ts'
import type { OutputFamily } from './useOutput.ts'

interface VersionTreeProps {
  family: OutputFamily
  onShow: (id: string) => void
}

/** Shows what an output was made from, what was made beside it, and what was made from it. */
export function VersionTree({ family, onShow }: VersionTreeProps): ReactNode {
  const { t } = useTranslation()
  const { output, parents, siblings, children } = family
  if (parents.length + siblings.length + children.length < 2) return null
  const common = { shownId: output.id, onShow }
  return (
    <nav
      aria-label={t('media.versions.title')}
      className="flex shrink-0 justify-center-safe gap-6 overflow-x-auto py-1"
    >
      <Group title={t('media.versions.from')} outputs={parents} {...common} />
      <Group
        title={t(siblings.length > 1 ? 'media.versions.beside' : 'media.versions.shown')}
        outputs={siblings}
        {...common}
      />
      <Group title={t('media.versions.made')} outputs={children} {...common} />
    </nav>
  )
}

interface GroupProps {
  title: string
  outputs: readonly MediaOutput[]
  shownId: string
  onShow: (id: string) => void
}

function Group({ title, outputs, shownId, onShow }: GroupProps): ReactNode {
  const { t } = useTranslation()
  if (outputs.length === 0) return null
  return (
    <div className="shrink-0 space-y-1">
      <p className="text-xs text-muted">{title}</p>
      <ul aria-label={title} className="flex gap-1.5">
        {outputs.map((output) => (
          <li key={output.id}>
            <button
              type="button"
              aria-label={outputName(t, output)}
              aria-current={output.id === shownId || undefined}
              onClick={() => onShow(output.id)}
              className="size-14 overflow-hidden rounded-lg bg-control aria-[current]:outline-2 aria-[current]:outline-offset-1 aria-[current]:outline-accent"
            >
              <Thumbnail output={output} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
