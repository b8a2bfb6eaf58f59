import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { promptsOpenAtom } from '../prompts/prompts.ts'
import { promptsTexts } from '../prompts/texts.ts'

const dialog = lazyComponent(
  async () => (await import('../prompts/PromptsDialog.tsx')).PromptsDialog,
  [promptsTexts],
)

/** Shows the library of prompts. */
export function PromptsPart(): ReactNode {
  return useAtomValue(promptsOpenAtom) && <dialog.Component />
}
