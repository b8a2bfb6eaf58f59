import type { HostedTable } from './hostedTable.ts'

/** The record of what lies at services, in another thread. */
export type HostedClient = {
  [Name in keyof HostedTable]: (
    ...given: Parameters<HostedTable[Name]>
  ) => Promise<ReturnType<HostedTable[Name]>>
}
