import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActivityBar } from '../../../src/renderer/ui/status/ActivityBar.tsx'
import { Alert } from '../../../src/renderer/ui/status/Alert.tsx'
import { Button } from '../../../src/renderer/ui/controls/Button.tsx'
import { ElapsedTime } from '../../../src/renderer/ui/status/ElapsedTime.tsx'
import { ErrorBoundary } from '../../../src/renderer/ui/status/ErrorBoundary.tsx'
import { Meter } from '../../../src/renderer/ui/status/Meter.tsx'
import { ProgressBar } from '../../../src/renderer/ui/status/ProgressBar.tsx'
import { ProgressRing } from '../../../src/renderer/ui/status/ProgressRing.tsx'
import { ProgressRow } from '../../../src/renderer/ui/status/ProgressRow.tsx'
import { Skeleton } from '../../../src/renderer/ui/status/Skeleton.tsx'
import { Spinner } from '../../../src/renderer/ui/status/Spinner.tsx'
import { noop } from './noop.ts'

function Failing(): ReactNode {
  throw new Error('This part of the page always fails')
}

export const messageParts: Readonly<Record<string, ReactNode>> = {
  Alert: (
    <>
      <Alert actions={<Button size="small">Try again</Button>}>OpenAI refused this key.</Alert>
      <Alert tone="note" dismiss={{ label: 'Dismiss', run: noop }}>
        A newer version of the plugin is there.
      </Alert>
      <Alert details={<p className="pb-1 ps-7 text-xs">Response: 503</p>}>
        The server is overloaded. Try again in a moment, or choose another model for this chat.
      </Alert>
      <div className="w-80">
        <Alert
          actions={<Button size="small">Try again</Button>}
          dismiss={{ label: 'Dismiss', run: noop }}
        >
          OpenAI refused this key. Check it, or enter a different one.
        </Alert>
      </div>
    </>
  ),
  ProgressRow: (
    <>
      <ProgressRow
        title="Getting llama3.2"
        fraction={0.42}
        note="42% · 840 MB of 2 GB · 12 MB/s"
        actions={<Button size="small">Cancel</Button>}
      />
      <ProgressRow title="Reading report.pdf" fraction={undefined} note="Waiting" />
    </>
  ),
  ProgressBar: [undefined, 0, 0.5, 1].map((fraction) => (
    <ProgressBar
      key={String(fraction)}
      label={`Progress ${String(fraction)}`}
      fraction={fraction}
      valueText=""
    />
  )),
  ProgressRing: (
    <div className="flex gap-3">
      {[undefined, 0, 0.4, 1].map((fraction) => (
        <ProgressRing key={String(fraction)} fraction={fraction} />
      ))}
    </div>
  ),
  Meter: [0, 0.4, 1].map((level) => (
    <Meter key={level} label={`Level ${level}`} level={level} className="h-1.5" />
  )),
  'ActivityBar, ElapsedTime, Spinner': (
    <>
      <ActivityBar label="Dictate" mark={<Mic aria-hidden className="size-4 text-danger-ink" />}>
        <span className="grow font-medium">Listening</span>
        <ElapsedTime since={Date.now() - 83_000} />
        <Button size="small">Done</Button>
      </ActivityBar>
      <ActivityBar label="Live" mark={<Spinner />}>
        <span className="grow">Thinking</span>
      </ActivityBar>
      <ActivityBar>
        <span className="grow">The conversation is over.</span>
        <Button size="small" variant="quiet">
          Dismiss
        </Button>
      </ActivityBar>
    </>
  ),
  Skeleton: (
    <>
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </>
  ),
  ErrorBoundary: (
    <ErrorBoundary renderFailed={() => <Alert>This part could not be shown.</Alert>}>
      <Failing />
    </ErrorBoundary>
  ),
}
