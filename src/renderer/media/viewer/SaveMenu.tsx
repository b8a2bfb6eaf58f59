import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

const choices = ['original', 'withPrompt', 'withoutMetadata'] as const

/** Saves outputs: one as a file, several as a zip. */
export function SaveMenu({
  outputs,
}: {
  outputs: readonly Pick<MediaOutput, 'id' | 'mediaType'>[]
}): ReactNode {
  const { t } = useTranslation()
  const carry = outputs.some(({ mediaType }) => /^image\/(?:png|jpeg|webp)$/.test(mediaType))
  const save = (as: (typeof choices)[number]): void => {
    const ids = outputs.map(({ id }) => id)
    attempt(api.media.save({ ids, as }).then(() => undefined))
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t(outputs.length > 1 ? 'media.save.zip' : 'media.save.title')}
          disabled={outputs.length === 0}
          icon={<Download aria-hidden className="size-4.5" />}
        />
      }
    >
      {choices.map((as) => (
        <MenuItem key={as} disabled={as !== 'original' && !carry} onSelect={() => save(as)}>
          {t(`media.save.${as}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
