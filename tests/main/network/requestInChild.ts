import { createTransport } from '../../../src/main/providers/transport/transport.ts'

/** Makes requests to the address in its first argument at once, and prints an answer or error each. */
const [, , address = '', count = '1'] = process.argv
const request = createTransport()

async function ask(): Promise<string> {
  try {
    return await (await request(address)).text()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  }
}

const answers = await Promise.all(Array.from({ length: Number(count) }, ask))
process.stdout.write(answers.join('\n'))
