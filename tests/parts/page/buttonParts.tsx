import { Copy, Mic, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../src/renderer/ui/controls/Button.tsx'
import { CardButton } from '../../../src/renderer/ui/controls/CardButton.tsx'
import { Chip } from '../../../src/renderer/ui/layout/Chip.tsx'
import { CopyButton } from '../../../src/renderer/ui/controls/CopyButton.tsx'
import { IconButton } from '../../../src/renderer/ui/controls/IconButton.tsx'
import { PickerButton } from '../../../src/renderer/ui/controls/PickerButton.tsx'
import { ShortcutKeys } from '../../../src/renderer/ui/controls/ShortcutKeys.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const plus = <Plus aria-hidden className="size-4" />

/** `data-state` marks what the test shows hovered, pressed or focused. */
export const buttonParts: Readonly<Record<string, ReactNode>> = {
  Button: variants.map((variant) => (
    <div key={variant} className="states">
      <Button variant={variant}>Add</Button>
      <Button variant={variant} data-state="hover">
        Hover
      </Button>
      <Button variant={variant} data-state="focus-visible">
        Focus
      </Button>
      <Button variant={variant} icon={plus}>
        Icon
      </Button>
      <Button variant={variant} busy>
        Busy
      </Button>
      <Button variant={variant} disabled>
        Off
      </Button>
      <Button variant={variant} size="small">
        Small
      </Button>
    </div>
  )),
  'IconButton, CopyButton': (
    <div className="states">
      <IconButton label="Copy" icon={<Copy aria-hidden className="size-4.5" />} />
      <IconButton
        label="Copy, hovered"
        data-state="hover"
        icon={<Copy aria-hidden className="size-4.5" />}
      />
      <IconButton
        label="Copy, focused"
        data-state="focus-visible"
        icon={<Copy aria-hidden className="size-4.5" />}
      />
      <IconButton
        label="Dictate"
        aria-pressed
        className="text-danger-ink"
        icon={<Mic aria-hidden className="size-4.5" />}
      />
      <IconButton label="Delete" disabled icon={<Trash2 aria-hidden className="size-4.5" />} />
      <IconButton label="Small" size="small" icon={<Copy aria-hidden className="size-4" />} />
      <CopyButton label="Copy text" text={() => 'text'} />
    </div>
  ),
  Chip: (
    <div className="states">
      <Chip>A question to ask</Chip>
      <Chip data-state="hover">Hover</Chip>
      <Chip data-state="focus-visible">Focus</Chip>
      <Chip size="small">Small</Chip>
      <Chip size="small" pressed={false}>
        Not chosen
      </Chip>
      <Chip size="small" pressed>
        Chosen
      </Chip>
    </div>
  ),
  CardButton: (
    <div className="grid grid-cols-2 gap-2">
      <CardButton icon={Mic} title="Dictate" hint="Speak instead of typing" />
      <CardButton icon={Copy} title="Hover" hint="Is pointed at" data-state="hover" />
      <CardButton icon={Copy} title="Focus" hint="By keyboard" data-state="focus-visible" />
      <CardButton icon={Copy} title={'Longword'.repeat(6)} hint="A word wider than the card" />
    </div>
  ),
  PickerButton: (
    <div className="states">
      <PickerButton text="Last used" />
      <PickerButton text="A model with quite a long name that does not fit" />
      <PickerButton text="Off" disabled />
    </div>
  ),
  ShortcutKeys: <ShortcutKeys keys={['Ctrl', 'Shift', 'K']} />,
}
