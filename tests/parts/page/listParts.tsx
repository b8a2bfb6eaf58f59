import { Compass, MessageSquare, Puzzle } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../src/renderer/ui/controls/Button.tsx'
import { Card } from '../../../src/renderer/ui/layout/Card.tsx'
import { Disclosure } from '../../../src/renderer/ui/layout/Disclosure.tsx'
import { DisclosureRow } from '../../../src/renderer/ui/layout/DisclosureRow.tsx'
import { EmptyState } from '../../../src/renderer/ui/status/EmptyState.tsx'
import { Facts } from '../../../src/renderer/ui/layout/Facts.tsx'
import { LetterMark } from '../../../src/renderer/ui/layout/LetterMark.tsx'
import { ParleyMark } from '../../../src/renderer/ui/layout/ParleyMark.tsx'
import { PlainText } from '../../../src/renderer/ui/layout/PlainText.tsx'
import { RowList } from '../../../src/renderer/ui/layout/RowList.tsx'
import { SidePanel } from '../../../src/renderer/ui/layers/SidePanel.tsx'
import { StatusDot } from '../../../src/renderer/ui/status/StatusDot.tsx'
import type { StatusTone } from '../../../src/renderer/ui/status/StatusDot.tsx'
import { Switch } from '../../../src/renderer/ui/controls/Switch.tsx'
import { Tag } from '../../../src/renderer/ui/layout/Tag.tsx'
import { Welcome } from '../../../src/renderer/ui/status/Welcome.tsx'
import { noop } from './noop.ts'

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const dots: readonly StatusTone[] = ['neutral', 'success', 'warning', 'danger']
const providers = [
  'Anthropic',
  'OpenAI',
  'Groq',
  'Mistral',
  'Ollama',
  'LM Studio',
  '智谱',
  'Яндекс',
]

function Panel({ side }: { side: 'start' | 'end' }): ReactNode {
  const [width, setWidth] = useState(140)
  return (
    <SidePanel
      side={side}
      resizeLabel={`Width, ${side}`}
      width={width}
      minimum={80}
      onWidthChange={setWidth}
    >
      <p className="p-3 text-sm">At the {side}</p>
    </SidePanel>
  )
}

export const listParts: Readonly<Record<string, ReactNode>> = {
  'RowList, DisclosureRow': (
    <RowList label="Providers">
      <li>
        <DisclosureRow
          mark={<LetterMark name="Anthropic" size="large" />}
          title="Anthropic"
          note="Ready"
          trailing={<Switch label="Enabled" labelHidden checked onCheckedChange={noop} />}
          open={false}
          onOpenChange={noop}
        />
      </li>
      <li>
        <DisclosureRow
          mark={<LetterMark name="OpenAI" size="large" />}
          title="OpenAI, a name that is longer than the row is wide and so is cut"
          note="Key missing"
          open
          onOpenChange={noop}
        >
          <p className="px-3.5 pb-3.5 text-sm">What is shown when the row is open.</p>
        </DisclosureRow>
      </li>
      <li>
        <DisclosureRow
          mark={<LetterMark name="Guide" size="large" />}
          title="Without details"
          note="Comes with Parley"
          open={false}
        />
      </li>
    </RowList>
  ),
  EmptyState: (
    <>
      <EmptyState icon={MessageSquare} title="Your chats will appear here" />
      <EmptyState
        icon={Puzzle}
        title="No plugins yet"
        description="A plugin gives models tools, such as the weather or your calendar."
        action={<Button variant="primary">Add plugin</Button>}
      />
    </>
  ),
  Card: (
    <Card icon={Compass} title="Ask the guide" trailing={<Tag>Built in</Tag>}>
      <p className="text-sm text-muted">It knows Parley’s manual and needs no key.</p>
    </Card>
  ),
  Tag: (
    <div className="states">
      {tones.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
    </div>
  ),
  StatusDot: (
    <div className="states text-sm">
      {dots.map((tone) => (
        <span key={tone}>
          <StatusDot tone={tone} />
          {tone}
        </span>
      ))}
    </div>
  ),
  'LetterMark, ParleyMark': (
    <div className="states">
      {providers.map((name) => (
        <LetterMark key={name} name={name} size="large" />
      ))}
      <LetterMark name="Small" />
      <ParleyMark className="size-8 text-accent" />
    </div>
  ),
  Disclosure: (
    <>
      <Disclosure title="Folded">Never seen</Disclosure>
      <Disclosure title="Unfolded" open>
        <p className="text-sm">Rare content.</p>
      </Disclosure>
    </>
  ),
  SidePanel: (
    <div className="flex h-24 overflow-clip rounded-xl border border-line">
      <Panel side="start" />
      <p className="grow p-3 text-sm">The place</p>
      <Panel side="end" />
    </div>
  ),
  Facts: (
    <p>
      <Facts facts={['Sends data to weather.example', '26 tokens', null, '2 ms']} />
    </p>
  ),
  PlainText: <PlainText text={'Text as it was written,\n  with *its* spaces'} />,
  Welcome: <Welcome title="What do you want to know?" description="Three ways to start" />,
}
