import type { CdpSession } from './cdp.ts'

/** Evaluates an expression in a page's main world. Resolves with its value, awaited and copied. */
export async function evaluate(
  session: CdpSession,
  expression: string,
  userGesture: boolean,
): Promise<unknown> {
  const options = { expression, userGesture, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', options)
  if (exceptionDetails) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  }
  return result.value as unknown
}
