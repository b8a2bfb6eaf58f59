import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentServer, ResourceTemplate } from '../../../shared/plugins/pluginContent.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { ArgumentField } from './ArgumentField.tsx'
import { FieldsLeftOut } from './FieldsLeftOut.tsx'
import { focusFirstField } from './focusFirstField.ts'

interface TemplateFormProps {
  server: ContentServer
  template: ResourceTemplate
  isReading: boolean
  onRead: (values: Record<string, string>) => void
}

/** Asks for the variables of a template. */
export function TemplateForm(props: TemplateFormProps): ReactNode {
  const { server, template, isReading, onRead } = props
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return (
    <form
      className="space-y-4 overflow-y-auto"
      ref={focusFirstField}
      onSubmit={(event) => {
        event.preventDefault()
        // For React it may lie in another form.
        event.stopPropagation()
        onRead(given)
      }}
    >
      <p dir="ltr" className="selectable font-mono text-xs break-all text-muted">
        {visibleText(template.template)}
      </p>
      {template.variables.map((name) => (
        <ArgumentField
          key={name}
          server={server}
          of={{ kind: 'template', uri: template.template }}
          argument={{ name, description: '', required: true }}
          given={given}
          value={values[name] ?? ''}
          error={undefined}
          onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
        />
      ))}
      <FieldsLeftOut count={template.variablesLeftOut} />
      <Button variant="primary" type="submit" disabled={isReading}>
        {t('plugins.resources.attach')}
      </Button>
    </form>
  )
}
