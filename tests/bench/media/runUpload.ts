/** Uploads one file by Parley or by the client of fal, and prints what it took. */
import { mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../src/main/app/migrations.ts'
import { createFalApi } from '../../../src/main/media/fal/falApi.ts'
import { createFalUploads } from '../../../src/main/media/fal/falUploads.ts'
import { createUploadTable } from '../../../src/main/media/uploads/uploadTable.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { createClientAlone } from './falClient.ts'
import { watchMemory } from './watchMemory.ts'

const [who = '', origin = '', path = ''] = process.argv.slice(2)

async function byClient(): Promise<() => Promise<unknown>> {
  const client = createClientAlone(origin)
  const file = await openAsBlob(path, { type: 'video/mp4' })
  return () => client.storage.upload(file)
}

function byParley(folder: string): () => Promise<unknown> {
  const database = openDatabase({ path: join(folder, 'history.sqlite'), migrations })
  const fetch = createTransport({ keepAlive: true })
  const redact = (text: string): string => text
  const uploads = createFalUploads({ table: () => createUploadTable(database), fetch, redact })
  const key = (): Promise<string> => Promise.resolve('fal-key')
  const account = { id: 'fal', name: 'fal', baseUrl: origin, key }
  const api = createFalApi(account, { fetch, redact })
  const sizeBytes = statSync(path).size
  const file = { id: 'a'.repeat(64), name: 'a.mp4', mediaType: 'video/mp4', sizeBytes, path }
  return () => uploads.upload(api, account, file, new AbortController().signal)
}

const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const upload = who === 'parley' ? byParley(folder) : await byClient()
const watched = await watchMemory(async () => {
  await upload()
})
process.stdout.write(JSON.stringify(watched))
rmSync(folder, { recursive: true, force: true })
process.exit()
