import { AppError } from '../../../shared/errors.ts'
import { maxPromptFileBytes } from '../../../shared/limits.ts'
import type { PromptFields, PromptFilePreview } from '../../../shared/prompts.ts'
import type { TaskLimits } from '../../workers/readAnswer.ts'
import { runTask } from '../../workers/runTask.ts'
import { fileFormat, fileVersion } from './readPromptFile.ts'
import { readTask } from './readTask.ts'

const limits: TaskLimits = {
  milliseconds: 20_000,
  megabytes: 512,
  answerBytes: 3 * maxPromptFileBytes,
}

/**
 * Reads a file with prompts in a thread. `known` are the prompts of the library, `entry` the file
 * `promptFileWorker`. Errors: unreadable and tooHeavy with the file's name.
 */
export async function readPrompts(
  entry: string | URL,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  known: readonly PromptFields[],
): Promise<PromptFilePreview> {
  if (file.bytes.length > maxPromptFileBytes) {
    throw new AppError('tooHeavy', 'The file is too large', { subject: file.name })
  }
  const read = await runTask(entry, readTask, file, { limits, subject: file.name })
  const seen = new Set(known.map(identify))
  const found = read.found.map((prompt) => {
    const identity = identify(prompt.fields)
    const isKnown = seen.has(identity)
    seen.add(identity)
    return { ...prompt, isKnown }
  })
  return { ...read, found }
}

/** Writes a file with prompts, which `readPrompts` reads. */
export function writePrompts(prompts: readonly PromptFields[]): string {
  return `${JSON.stringify({ format: fileFormat, version: fileVersion, prompts }, null, 2)}\n`
}

function identify({ name, command, text }: PromptFields): string {
  return JSON.stringify([name, command, text])
}
