import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

const choices = ['original', 'withPrompt', 'withoutMetadata'] as const

interface SaveMenuProps {
  ids: readonly string[]
  /** The known ones among them, by which the menu tells what can be done. */
  outputs: readonly Pick<MediaOutput, 'mediaType'>[]
}

/** Saves outputs: one as a file, several as a zip. */
export function SaveMenu({ ids, outputs }: SaveMenuProps): ReactNode {
  const { t } = useTranslation()
  const carry = outputs.some(({ mediaType }) => /^image\/(?:png|jpeg|webp)$/.test(mediaType))
  const save = (as: (typeof choices)[number]): void => {
    attempt(api.media.save({ ids: [...ids], as }).then(() => undefined))
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t(ids.length > 1 ? 'media.save.zip' : 'media.save.title')}
          disabled={ids.length === 0}
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
