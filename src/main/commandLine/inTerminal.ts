import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createDocumentReader } from '../knowledge/reading/createDocumentReader.ts'
import { exitCodes } from './exitCodes.ts'
import type { ReadDocument } from './questionFiles.ts'
import { runCommand, type CommandOptions } from './runCommand.ts'
import type { Terminal } from './terminal.ts'
// oxlint-disable import/default -- electron-vite gives the path of what it builds of the file
import documentWorker from '../knowledge/reading/documentWorker.ts?modulePath'
import pdfium from '@hyzyla/pdfium/pdfium.wasm?asset'

const manifestSchema = z.object({ version: z.string() })

/** Runs a command in this process's terminal. Returns its exit code once all is written. */
export async function runInTerminal(
  given: readonly string[],
  findFolder: CommandOptions['findFolder'],
): Promise<number> {
  const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr }
  const signal = stopWith(terminal)
  const options = { terminal, version: readVersion(), findFolder, readDocument, signal }
  const code = await runCommand(given, options)
  await flush(terminal.output)
  return code ?? exitCodes.usage
}

/** Returns what fires at Ctrl+C, and once nobody reads the output. */
function stopWith({ input, output, errors }: Terminal): AbortSignal {
  const controller = new AbortController()
  process.on('SIGINT', () => {
    // Asked twice: whatever still runs is left.
    if (controller.signal.aborted) process.exit(exitCodes.stopped)
    controller.abort()
    input.destroy()
  })
  output.on('error', (error) => {
    controller.abort(error)
    input.destroy()
  })
  errors.on('error', () => undefined)
  return controller.signal
}

const readDocument: ReadDocument = async (bytes, name) => {
  // Its thread starts with the first document that a model takes as text only.
  const reader = createDocumentReader({ entry: documentWorker, pdfium })
  try {
    const read = await reader.readDocument({ bytes, name })
    if ('skipped' in read) return null
    return { text: read.text, isPartial: read.omissions.length > 0 }
  } finally {
    await reader.close()
  }
}

function readVersion(): string {
  // Main is built into out/main.
  const path = join(import.meta.dirname, '..', '..', 'package.json')
  return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).version
}

function flush(output: Terminal['output']): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()))
}
