import { createTransport } from '../../../src/main/providers/transport.ts'

/** Requests the address in its first argument and prints the answer or the error's code. */
const [, , address = ''] = process.argv
try {
  const response = await createTransport()(address)
  process.stdout.write(await response.text())
} catch (error) {
  process.stdout.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed')
}
