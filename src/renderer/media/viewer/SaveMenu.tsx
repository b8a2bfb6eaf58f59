import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditablePicture } from '../../../shared/fileFormats.ts'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { showErrorToast } from '../../ui/layers/Toast.tsx'

const choices = ['original', 'withPrompt', 'withoutMetadata'] as const

interface SaveMenuProps {
  ids: readonly string[]
  /** The known ones among them, by which the menu tells what can be done. */
  outputs: readonly Pick<MediaOutput, 'mediaType'>[]
}

/** Saves outputs: one as a file, several as a zip. */
export function SaveMenu({ ids, outputs }: SaveMenuProps): ReactNode {
  const { t } = useTranslation()
  const areCarriers = outputs.map(({ mediaType }) => isEditablePicture(mediaType))
  const isOffered = {
    original: true,
    // The list in the zip has the prompts of the others.
    withPrompt: areCarriers.includes(true),
    withoutMetadata: areCarriers.length > 0 && !areCarriers.includes(false),
  }
  const save = (as: (typeof choices)[number]): void => {
    const saving = api.media.save({ ids: [...ids], as }).then(({ missing }) => {
      if (missing > 0) showErrorToast(t('media.save.someMissing'))
    })
    attempt(saving)
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
        <MenuItem key={as} disabled={!isOffered[as]} onSelect={() => save(as)}>
          {t(`media.save.${as}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
