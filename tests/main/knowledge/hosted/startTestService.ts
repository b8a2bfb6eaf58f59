import { onTestFinished } from 'vitest'
import { startFakeVectorStores, type FakeVectorStores } from '../../../fakes/fakeVectorStores.ts'

/** Starts a service with vector stores for one test. */
export async function startTestService(): Promise<FakeVectorStores> {
  const service = await startFakeVectorStores()
  onTestFinished(() => service.close())
  return service
}
