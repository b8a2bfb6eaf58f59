import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, startPostgres, type TestPostgres } from '../../../fakes/startPostgres.ts'

const programs = await findPostgres()

/** Describes tests that share a real PostgreSQL, where it is installed. */
export function describePostgres(name: string, body: (server: () => TestPostgres) => void): void {
  describe.skipIf(programs === undefined)(name, () => {
    let server: TestPostgres

    beforeAll(async () => {
      server = await startPostgres(programs ?? '')
    }, 60_000)
    afterAll(() => server.stop())

    body(() => server)
  })
}
