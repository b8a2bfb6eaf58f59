import { useAtomValue } from 'jotai'
import { Image, Lightbulb, Mic, Paperclip, PenLine } from 'lucide-react'
import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../shared/settings.ts'
import { openAttachDialog } from '../../attachments/AttachButton.tsx'
import { preferencesAtom } from '../../core/store.ts'
import { CardButton } from '../../ui/controls/CardButton.tsx'
import { focusComposer, setDraft } from '../composer/composing.ts'
import { toggleVoiceInput } from '../talking/voiceInput.ts'
import { useSeesPictures } from './useSeesPictures.ts'

const shownStarters = 3

interface SetUp {
  preferences: Preferences | undefined
  /** Whether the current model takes pictures. */
  seesPictures: boolean
}

/** A first step that a new chat offers. The texts of `id` lie in `chat.empty.starters`. */
interface Starter {
  id: 'picture' | 'dictate' | 'file' | 'explain' | 'write'
  icon: LucideIcon
  /** Returns whether it fits what the user has set up; without it, it always does. */
  fits?: (setUp: SetUp) => boolean
  start: (t: TFunction) => void
}

/** Every starter, the one that needs most first. The first three that fit are shown. */
const starters: readonly Starter[] = [
  {
    id: 'picture',
    icon: Image,
    fits: ({ seesPictures }) => seesPictures,
    start: (t) => writeAndAttach(t('chat.empty.starters.picture.draft')),
  },
  {
    id: 'dictate',
    icon: Mic,
    fits: ({ preferences }) => Boolean(preferences?.speech.engine),
    start: () => toggleVoiceInput(),
  },
  {
    id: 'file',
    icon: Paperclip,
    start: (t) => writeAndAttach(t('chat.empty.starters.file.draft')),
  },
  { id: 'explain', icon: Lightbulb, start: (t) => write(t('chat.empty.starters.explain.draft')) },
  { id: 'write', icon: PenLine, start: (t) => write(t('chat.empty.starters.write.draft')) },
]

/** Shows three first steps that fit what is set up. */
export function Starters(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const seesPictures = useSeesPictures()
  const fitting = starters.filter(({ fits }) => fits?.({ preferences, seesPictures }) ?? true)
  return (
    <div
      role="group"
      aria-label={t('chat.empty.startersTitle')}
      className="grid gap-2 @xl:grid-cols-3"
    >
      {fitting.slice(0, shownStarters).map(({ id, icon, start }) => (
        <CardButton
          key={id}
          icon={icon}
          title={t(`chat.empty.starters.${id}.title`)}
          hint={t(`chat.empty.starters.${id}.hint`)}
          onClick={() => start(t)}
        />
      ))}
    </div>
  )
}

/** Puts the beginning of a message into the composer, ready for its next word. */
function write(beginning: string): void {
  const isWithoutSpaces = /[\p{Script=Han}\p{Script=Kana}：。？]$/u.test(beginning)
  setDraft(isWithoutSpaces ? beginning : `${beginning} `)
  requestAnimationFrame(focusComposer)
}

function writeAndAttach(draft: string): void {
  setDraft(draft)
  requestAnimationFrame(focusComposer)
  openAttachDialog()
}
