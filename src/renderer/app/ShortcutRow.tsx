import { RotateCcw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { defaultShortcuts } from '../../shared/commands.ts'
import type { ChangedShortcuts, CommandId, Shortcuts } from '../../shared/commands.ts'
import type { Info } from '../../shared/app.ts'
import { shortcutKeys, shortcutText } from '../core/shortcutText.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { useSuspendedHotkeys } from '../dictation/settings/useSuspendedHotkeys.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ShortcutKeys } from '../ui/controls/ShortcutKeys.tsx'
import { changeShortcut, commandWith, isHotkey } from './changeShortcut.ts'
import { commands } from './commands.ts'
import { recordShortcut } from './recordShortcut.ts'

interface ShortcutRowProps {
  id: CommandId
  platform: Info['platform']
  changed: ChangedShortcuts
  shortcuts: Shortcuts
  /** The accelerators of the hotkeys that work in every app. */
  hotkeys: readonly (string | null)[]
}

/** The reason why the keys that were pressed are not the command's keys yet. */
type Problem =
  | { kind: 'unsuitable' }
  | { kind: 'reserved' | 'hotkey'; accelerator: string }
  | { kind: 'taken'; accelerator: string; by: CommandId }

/** Shows a command and its keys, and records other keys for it. */
export function ShortcutRow(props: ShortcutRowProps): ReactNode {
  const { id, platform, changed, shortcuts, hotkeys } = props
  const { t } = useTranslation()
  const [isRecording, setRecording] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const change = useRef<HTMLButtonElement>(null)
  const recordedKey = useRef<string>(undefined)
  useSuspendedHotkeys(isRecording)
  const action = t(commands[id].titleKey)
  const accelerator = shortcuts[id]

  const keep = (chosen: string | null): void => {
    setProblem(undefined)
    updatePreferences({ shortcuts: changeShortcut(changed, id, chosen) })
    // The button that was pressed may be gone.
    change.current?.focus()
  }
  const choose = (chosen: string): void => {
    const by = commandWith(chosen, { shortcuts, except: id })
    if (by) setProblem({ kind: 'taken', accelerator: chosen, by })
    else if (isHotkey(chosen, hotkeys)) setProblem({ kind: 'hotkey', accelerator: chosen })
    else keep(chosen)
  }
  const reset = (): void => {
    const preset = defaultShortcuts[id]
    if (preset === null) keep(null)
    else choose(preset)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that began or ended the recording may still be down.
    const isHeld = event.repeat && (isRecording || event.code === recordedKey.current)
    if (!event.repeat) recordedKey.current = undefined
    if (!isRecording && !isHeld) return
    // Tab moves to the next field, as everywhere.
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey) return setRecording(false)
    event.preventDefault()
    event.stopPropagation()
    if (isHeld) return
    if (event.key === 'Escape') return setRecording(false)
    const recorded = recordShortcut(event.nativeEvent, platform)
    if (recorded.kind === 'unfinished') return
    setRecording(false)
    recordedKey.current = event.code
    if (recorded.kind === 'keys') choose(recorded.accelerator)
    else setProblem(recorded)
  }

  return (
    <li className="py-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="min-w-40 flex-1">{action}</span>
        <div className="ms-auto flex items-center gap-2">
          {!isRecording && <Keys {...{ accelerator, platform }} />}
          {accelerator !== null && (
            <IconButton
              size="small"
              label={t('settings.shortcuts.remove', { action })}
              icon={<X aria-hidden className="size-4" />}
              onClick={() => keep(null)}
            />
          )}
          {accelerator !== defaultShortcuts[id] && (
            <IconButton
              size="small"
              label={t('settings.shortcuts.reset', { action })}
              icon={<RotateCcw aria-hidden className="size-4" />}
              onClick={reset}
            />
          )}
          <Button
            ref={change}
            size="small"
            aria-pressed={isRecording}
            aria-label={t('settings.shortcuts.changeOf', { action })}
            onClick={() => {
              setProblem(undefined)
              setRecording(!isRecording)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setRecording(false)}
          >
            {t(isRecording ? 'settings.shortcuts.press' : 'settings.shortcuts.change')}
          </Button>
        </div>
      </div>
      {problem && !isOver(problem, shortcuts) && (
        <ProblemLine {...{ problem, platform }} onTake={keep} />
      )}
    </li>
  )
}

/** Tells whether the keys of another command are free by now. */
function isOver(problem: Problem, shortcuts: Shortcuts): boolean {
  return problem.kind === 'taken' && shortcuts[problem.by] !== problem.accelerator
}

function Keys({ accelerator, platform }: KeysProps): ReactNode {
  const { t } = useTranslation()
  if (accelerator === null) {
    return <span className="text-xs text-muted">{t('settings.shortcuts.none')}</span>
  }
  return <ShortcutKeys keys={shortcutKeys(accelerator, platform)} />
}

interface KeysProps {
  accelerator: string | null
  platform: Info['platform']
}

interface ProblemLineProps {
  problem: Problem
  platform: Info['platform']
  onTake: (accelerator: string) => void
}

function ProblemLine({ problem, platform, onTake }: ProblemLineProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-2 pt-1 text-xs">
      <p className="text-danger-ink">{problemText(problem, platform, t)}</p>
      {problem.kind === 'taken' && (
        <Button size="small" onClick={() => onTake(problem.accelerator)}>
          {t('settings.shortcuts.take')}
        </Button>
      )}
    </div>
  )
}

function problemText(problem: Problem, platform: Info['platform'], t: TFunction): string {
  if (problem.kind === 'unsuitable') {
    const [first, second] = platform === 'darwin' ? ['⌘', '⌥⌘'] : ['Ctrl', 'Alt']
    return t('settings.shortcuts.unsuitable', {
      modifiers: t('settings.shortcuts.either', { first, second }),
    })
  }
  const keys = shortcutText(problem.accelerator, platform)
  return problem.kind === 'taken'
    ? t('settings.shortcuts.taken', { keys, action: t(commands[problem.by].titleKey) })
    : t(`settings.shortcuts.${problem.kind}`, { keys })
}
