import { expect, test } from 'vitest'
import { createDocumentTexts } from '../../../../src/main/chat/turns/documentTexts.ts'
import { readText } from '../../../../src/main/chat/turns/readText.ts'
import { usedFiles } from '../../../../src/main/chat/history/usedFiles.ts'
import { readAttachment } from '../../../../src/main/tools/readAttachment.ts'
import { searchChats } from '../../../../src/main/tools/searchChats.ts'
import { resultLimits } from '../../../../src/main/tools/resultLimits.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { dependencies } from '../../tools/ownToolDependencies.ts'
import { resultsOf, wanting } from '../openDoors.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const long = Array.from({ length: 30_000 }, (_, at) => `line ${String(at)}`).join('\n')

/** Keeps files in memory, as the store does on disk. */
function createFiles() {
  const files = new Map<string, Uint8Array>()
  return {
    readFile: (id: string) => Promise.resolve(files.get(id) ?? new Uint8Array()),
    storeFile: (bytes: Uint8Array, mediaType: string, name = 'file') => {
      const id = String(files.size + 1).repeat(64)
      files.set(id, bytes)
      return Promise.resolve({ id, name, mediaType, sizeBytes: bytes.byteLength })
    },
  }
}

function open() {
  const database = openHistory()
  const files = createFiles()
  const { readFile } = files
  const documents = createDocumentTexts(readFile, () => Promise.resolve(null))
  const own = {
    ...dependencies,
    readText: (
      conversationId: string,
      file: string,
      earlier: Parameters<typeof readText>[0]['earlier'],
    ) => readText({ database, readFile, documents, conversationId, earlier }, file),
    searchChats: (query: string, limit: number) => search(database, { query, limit }),
  }
  const tools = boxOf(
    testTool({ name: 'lines', run: () => Promise.resolve(said(long)) }),
    readAttachment('allow', own),
    searchChats('allow', own),
  )
  return { database, tools, ...files }
}

test('a long result is kept whole, and the model reads on in it', async () => {
  const { database, tools, ...files } = open()
  const from = resultLimits.textLength
  const reading = { id: 'b', name: 'read_attachment' }
  const provider = wanting(
    [{ id: 'a', name: 'lines' }],
    [{ ...reading, arguments: JSON.stringify({ file: '1'.repeat(12), from, length: 100 }) }],
  )
  const { replies } = openChat(provider, database, { tools, ...files })
  const { answer } = await exchange(replies, send('all lines'))
  const [first = '', second] = resultsOf(answer)
  expect(first).toMatch(/read_attachment reads on: file 1{12} from 100000\]$/)
  expect(second).toBe(
    `[Characters ${String(from)} to ${String(from + 100)} of ${String(long.length)}. Read on from ${String(from + 100)}.]\n${long.slice(from, from + 100)}`,
  )
  expect(usedFiles(database)).toContain('1'.repeat(64))
})

test('files of the user are read by name, and those of another chat are not', async () => {
  const { database, tools, storeFile, ...files } = open()
  const file = await storeFile(new TextEncoder().encode('the plan'), 'text/plain', 'plan.txt')
  const call = { id: 'a', name: 'read_attachment', arguments: '{"file":"plan.txt"}' }
  const { replies } = openChat(wanting([call], [], [call]), database, { tools, ...files })
  const { answer } = await exchange(replies, { ...send('read it'), files: [file] })
  expect(resultsOf(answer)).toEqual(['[Characters 0 to 8 of 8. This is the end.]\nthe plan'])
  const elsewhere = await exchange(replies, send('read it'))
  expect(resultsOf(elsewhere.answer)).toEqual([
    'This chat has no text file named plan.txt. There is none.',
  ])
})

test('other chats are found by their words', async () => {
  const { database, tools, ...files } = open()
  const call = { id: 'a', name: 'search_chats', arguments: '{"query":"harbour"}' }
  const { replies } = openChat(wanting([], [call], [call]), database, { tools, ...files })
  await exchange(replies, send('The harbour is closed on Sundays'))
  const { answer } = await exchange(replies, send('When is the harbour closed?'))
  expect(resultsOf(answer)[0]).toContain('closed on Sundays')
  expect(resultsOf(answer)[0]).not.toContain('When is')
  expect(answer.parts).toContainEqual(expect.objectContaining({ source: 'Parley: chats' }))
})
