import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'

const run = promisify(execFile)
const runner = fileURLToPath(new URL('run.ts', import.meta.url))

interface Ran {
  code: number
  stdout: string
  stderr: string
}

async function play(folder: string): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(process.execPath, [runner, '--dir', folder, '--print'])
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as Ran
  }
}

/** Returns a chunk of an answer with the text. */
function chunk(text: string): string {
  return JSON.stringify({
    choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }],
  })
}

function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder()
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  return folder
}

test('names each file that is no recording, and plays the others', async () => {
  const folder = folderOf({
    'README.md': 'What this is',
    'openai-chat/a-binary.jsonl': Uint8Array.from([0xff, 0xfe, 0, 1]),
    'openai-chat/b-broken.jsonl': `${chunk('Hm')}\n{"choices":[{"del`,
    'openai-chat/c-empty.jsonl': '\n',
    'openai-chat/d-number.jsonl': '7\n',
    'openai-chat/e-whole.json': '{',
    'openai-chat/f-notes.txt': 'notes',
    'bedrock-converse/nothing.jsonl': '{}\n',
    'telepathy/thought.jsonl': chunk('Hm'),
    'openai-chat/good.jsonl': chunk('Good'),
    'stray.jsonl': chunk('Hm'),
  })
  symlinkSync(join(folder, 'nowhere'), join(folder, 'openai-chat', 'gone.jsonl'))
  const { code, stdout, stderr } = await play(folder)
  expect(code).toBe(1)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    expect.objectContaining({ file: 'openai-chat/good.jsonl', text: 'Good', finishReason: 'stop' }),
  ])
  const bad = stderr.match(/^\S+(?=: not played: )/gm)
  expect(bad?.toSorted()).toEqual([
    'bedrock-converse/nothing.jsonl',
    'openai-chat/a-binary.jsonl',
    'openai-chat/b-broken.jsonl',
    'openai-chat/c-empty.jsonl',
    'openai-chat/d-number.jsonl',
    'openai-chat/e-whole.json',
    'openai-chat/f-notes.txt',
    'openai-chat/gone.jsonl',
    'stray.jsonl',
    'telepathy/thought.jsonl',
  ])
  expect(stderr).toContain('b-broken.jsonl: not played: line 2 is not valid JSON')
  expect(stderr).toContain('1 passed, 10 failed')
})

test('ends well where every file is a recording', async () => {
  const { code, stderr } = await play(folderOf({ 'openai-chat/good.jsonl': chunk('Good') }))
  expect({ code, passed: stderr.includes('1 passed, 0 failed') }).toEqual({ code: 0, passed: true })
})

test('says that there is nothing to play', async () => {
  const { code, stderr } = await play(folderOf({ 'README.md': 'What this is' }))
  expect({ code, said: stderr.includes('no recording') }).toEqual({ code: 1, said: true })
})
