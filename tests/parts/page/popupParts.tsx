import { Blocks, Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../src/renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../src/renderer/ui/layers/ConfirmDialog.tsx'
import { Dialog } from '../../../src/renderer/ui/layers/Dialog.tsx'
import { Drawer } from '../../../src/renderer/ui/layers/Drawer.tsx'
import { LetterMark } from '../../../src/renderer/ui/layout/LetterMark.tsx'
import { Menu, MenuItem } from '../../../src/renderer/ui/layers/Menu.tsx'
import { MenuRadioGroup } from '../../../src/renderer/ui/layers/MenuRadioGroup.tsx'
import { PickerButton } from '../../../src/renderer/ui/controls/PickerButton.tsx'
import { PopoverButton } from '../../../src/renderer/ui/controls/PopoverButton.tsx'
import { SearchableSelect } from '../../../src/renderer/ui/controls/SearchableSelect.tsx'
import { SwitchRow } from '../../../src/renderer/ui/forms/SwitchRow.tsx'
import { TextField } from '../../../src/renderer/ui/controls/TextField.tsx'
import { showErrorToast, showToast, ToastArea } from '../../../src/renderer/ui/layers/Toast.tsx'
import { TooltipLayer } from '../../../src/renderer/ui/layers/TooltipLayer.tsx'
import { tooltipOf } from '../../../src/renderer/ui/layers/tooltipOf.ts'
import { noop } from './noop.ts'

interface PartProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A button that opens what only stands over the page. */
function Opener({ name, part: Part }: { name: string; part: (props: PartProps) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`Open ${name}`}</Button>
      <Part open={open} onOpenChange={setOpen} />
    </>
  )
}

const servers = [
  { value: 'groq', label: 'Groq', description: 'Cloud' },
  { value: 'mistral', label: 'Mistral', description: 'Cloud' },
]

export const popupParts: Readonly<Record<string, ReactNode>> = {
  'Menu, MenuRadioGroup': (
    <Menu trigger={<Button>Open menu</Button>} align="start">
      <MenuItem icon={<Pencil aria-hidden className="size-4" />} shortcut="F2" onSelect={noop}>
        Rename
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden className="size-4" />} disabled onSelect={noop}>
        Copy
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden className="size-4" />} danger onSelect={noop}>
        Delete
      </MenuItem>
      <MenuRadioGroup
        label="Effort"
        value="low"
        options={[
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ]}
        onValueChange={noop}
      />
    </Menu>
  ),
  SearchableSelect: (
    <SearchableSelect
      trigger={<PickerButton text="Open services" />}
      listLabel="Services"
      searchLabel="Search services"
      emptyText="No service found"
      groups={[
        { label: '', items: [{ value: 'other', label: 'OpenAI-compatible' }] },
        { label: 'Cloud', items: servers },
      ]}
      value="groq"
      onSelect={noop}
    />
  ),
  Dialog: (
    <Opener
      name="dialog"
      part={(props) => (
        <Dialog
          {...props}
          title="Add a server"
          description="Its address and a name for the list"
          actions={
            <>
              <Button>Cancel</Button>
              <Button variant="primary">Add</Button>
            </>
          }
        >
          <TextField label="Address" defaultValue="http://localhost:8080" />
        </Dialog>
      )}
    />
  ),
  ConfirmDialog: (
    <Opener
      name="question"
      part={(props) => (
        <ConfirmDialog
          {...props}
          title="Remove Groq?"
          description="Its key will be removed too. You can still read chats that used it."
          confirmLabel="Remove"
          cancelLabel="Cancel"
          onConfirm={noop}
        />
      )}
    />
  ),
  Drawer: (
    <Opener
      name="drawer"
      part={(props) => (
        <Drawer {...props} label="Chats">
          <p className="p-4 text-sm">What a wide window shows at its start</p>
        </Drawer>
      )}
    />
  ),
  'PopoverButton, SwitchRow': (
    <PopoverButton
      label="Open choices"
      title="Choices"
      icon={<Blocks aria-hidden className="size-4.5" />}
    >
      {(close) => (
        <>
          <ul className="p-1.5">
            <SwitchRow title="Clock" detail="2 tools" checked onCheckedChange={noop} />
            <SwitchRow
              title="A name that is longer than its row is wide"
              detail="1 tool"
              mark={<LetterMark name="Maps" />}
              checked={false}
              onCheckedChange={noop}
            />
          </ul>
          <div className="p-1.5">
            <Button variant="quiet" size="small" onClick={close}>
              Manage
            </Button>
          </div>
        </>
      )}
    </PopoverButton>
  ),
  TooltipLayer: (
    <>
      <Button {...tooltipOf('New chat', { shortcut: 'Ctrl+N' })}>Has a tooltip</Button>
      <TooltipLayer />
    </>
  ),
  Toast: (
    <div className="states">
      <ToastArea label="Notices" closeLabel="Close" direction="ltr" />
      <Button
        onClick={() =>
          showToast('Chat deleted', {
            action: { label: 'Undo', run: noop },
            milliseconds: Infinity,
          })
        }
      >
        Open toast
      </Button>
      <Button
        onClick={() =>
          showErrorToast('The file could not be saved', { description: 'The disk is full.' })
        }
      >
        Open error
      </Button>
    </div>
  ),
}
