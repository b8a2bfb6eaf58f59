import { useState } from 'react'
import type { ReactNode } from 'react'
import { FieldRow } from '../../../src/renderer/ui/forms/FieldRow.tsx'
import { RangeField } from '../../../src/renderer/ui/controls/RangeField.tsx'
import { SavedTextField } from '../../../src/renderer/ui/controls/SavedTextField.tsx'
import { draftsOf, fieldsOf } from '../../../src/renderer/ui/forms/schemaFields.ts'
import { SchemaForm } from '../../../src/renderer/ui/forms/SchemaForm.tsx'
import { SearchField } from '../../../src/renderer/ui/controls/SearchField.tsx'
import { Select } from '../../../src/renderer/ui/controls/Select.tsx'
import { Switch } from '../../../src/renderer/ui/controls/Switch.tsx'
import { TextArea } from '../../../src/renderer/ui/controls/TextArea.tsx'
import { TextField } from '../../../src/renderer/ui/controls/TextField.tsx'
import { noop } from './noop.ts'

const options = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const schema = {
  type: 'object',
  required: ['city'],
  properties: {
    city: { type: 'string', title: 'City', description: 'Where to look' },
    key: { type: 'string', title: 'API key' },
    units: { type: 'string', title: 'Units', enum: ['metric', 'imperial'] },
    days: { type: 'integer', title: 'Days', minimum: 1, maximum: 7, default: 3 },
    alerts: { type: 'boolean', title: 'Include alerts', default: true },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
  },
}

function Form(): ReactNode {
  const fields = fieldsOf(schema, ['key'])
  const [drafts, setDrafts] = useState(() => draftsOf(fields, { units: 'metric' }))
  return (
    <SchemaForm
      fields={fields}
      drafts={drafts}
      problems={{ city: 'required', days: 'tooLarge' }}
      keptSecrets={['key']}
      onForget={noop}
      onChange={(name, draft) => setDrafts((known) => ({ ...known, [name]: draft }))}
    />
  )
}

export const fieldParts: Readonly<Record<string, ReactNode>> = {
  TextField: (
    <>
      <TextField label="Name" placeholder="Shown in the list" />
      <TextField label="Focused" defaultValue="Text" data-state="focus-visible" />
      <TextField label="Address" defaultValue="localhost" error="This isn’t a web address." />
      <TextField label="Key" hint="Stays on this computer" type="password" defaultValue="secret" />
      <TextField label="Off" disabled defaultValue="Not now" />
    </>
  ),
  TextArea: (
    <>
      <TextArea label="Instructions" hint="For every chat" rows={2} defaultValue="Be brief." />
      <TextArea label="Values" rows={2} defaultValue="{" error="This isn’t valid JSON." />
    </>
  ),
  SavedTextField: <SavedTextField label="Base URL" value="https://api.example" onSave={unsaved} />,
  SearchField: (
    <>
      <SearchField label="Search" clearLabel="Clear" query="" onQueryChange={noop} />
      <SearchField label="Search" clearLabel="Clear" query="theme" onQueryChange={noop} />
    </>
  ),
  Select: (
    <div className="states">
      <Select label="Theme" value="light" options={options} onValueChange={noop} />
      <Select label="Theme, off" value="dark" options={options} onValueChange={noop} disabled />
    </div>
  ),
  Switch: (
    <div className="states">
      <Switch label="Off" checked={false} onCheckedChange={noop} />
      <Switch label="On" checked onCheckedChange={noop} />
      <Switch label="Not now" checked={false} disabled onCheckedChange={noop} />
      <Switch label="Always" checked disabled onCheckedChange={noop} />
    </div>
  ),
  RangeField: (
    <RangeField
      label="Text size"
      value={15}
      minimum={12}
      maximum={24}
      format={(value) => `${value} px`}
      onValueChange={noop}
      onValueCommitted={noop}
    />
  ),
  FieldRow: (
    <div className="space-y-4">
      <FieldRow label="Theme" hint="System follows your desktop">
        <Select label="Theme in a row" value="light" options={options} onValueChange={noop} />
      </FieldRow>
      <FieldRow label="Theme" error="The model doesn’t offer this choice.">
        <Select label="Theme with an error" value="light" options={options} onValueChange={noop} />
      </FieldRow>
    </div>
  ),
  SchemaForm: <Form />,
}

function unsaved(): Promise<boolean> {
  return Promise.resolve(false)
}
