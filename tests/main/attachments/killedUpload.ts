import { writeSync } from 'node:fs'
import { createAttachments } from '../../../src/main/attachments/attachments.ts'
import { createBlobs } from '../../../src/main/storage/blobs.ts'

/** Begins a file and waits to be killed in its middle. */
const [, , folder = ''] = process.argv
const attachments = createAttachments(createBlobs(folder))
const { uploadId } = await attachments.begin('half.bin')
await attachments.append(uploadId, new Uint8Array(300_000))
writeSync(1, 'half\n')
setInterval(() => undefined, 1000)
