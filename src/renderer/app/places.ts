import { Blocks, Images, LibraryBig, MessagesSquare, Settings } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ParseKeys } from 'i18next'
import type { CommandId } from '../../shared/commands.ts'
import type { Place } from '../core/store.ts'

interface PlaceEntry {
  place: Place
  titleKey: ParseKeys
  icon: LucideIcon
  /** The command that opens the place, for its keys. */
  command?: CommandId
  /** The end of the rail at which it stands. */
  end: 'top' | 'bottom'
  /** Whether files can be dropped there: it opens while the user holds some over its button. */
  takesFiles?: true
}

/** The places of the rail, in order. */
export const places: readonly PlaceEntry[] = [
  {
    place: 'chats',
    titleKey: 'app.places.chats',
    icon: MessagesSquare,
    end: 'top',
    takesFiles: true,
  },
  {
    place: 'media',
    titleKey: 'app.places.media',
    icon: Images,
    command: 'openMedia',
    end: 'top',
    takesFiles: true,
  },
  {
    place: 'knowledge',
    titleKey: 'app.places.knowledge',
    icon: LibraryBig,
    command: 'openKnowledge',
    end: 'top',
    takesFiles: true,
  },
  {
    place: 'plugins',
    titleKey: 'app.places.plugins',
    icon: Blocks,
    command: 'openPlugins',
    end: 'top',
  },
  {
    place: 'settings',
    titleKey: 'app.places.settings',
    icon: Settings,
    command: 'openSettings',
    end: 'bottom',
  },
]
