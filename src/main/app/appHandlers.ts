import type { app as appFeature, Info, StartAtLogin } from '../../shared/app.ts'
import type { Opening } from '../../shared/openings.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'

interface AppActions {
  info: () => Info
  openExternal: (url: string) => Promise<void>
  fetchImage: (url: string) => Promise<string>
  showDataFolder: () => Promise<void>
  startAtLogin: () => Promise<StartAtLogin>
  setStartAtLogin: (enabled: boolean) => Promise<StartAtLogin>
  repairHistory: () => Promise<void>
  restart: () => void
  quit: () => void
  settled: () => void
  followOpenings: (signal: AbortSignal) => AsyncIterable<Opening>
  useMicrophone: (signal: AbortSignal) => AsyncIterable<Record<string, never>>
}

export function createAppHandlers(actions: AppActions): FeatureHandlers<typeof appFeature> {
  return {
    info: () => actions.info(),
    openExternal: async ({ url }) => done(await actions.openExternal(url)),
    fetchImage: async ({ url }) => ({ address: await actions.fetchImage(url) }),
    showDataFolder: async () => done(await actions.showDataFolder()),
    startAtLogin: () => actions.startAtLogin(),
    setStartAtLogin: ({ enabled }) => actions.setStartAtLogin(enabled),
    repairHistory: async () => done(await actions.repairHistory()),
    restart: () => done(actions.restart()),
    quit: () => done(actions.quit()),
    settled: () => done(actions.settled()),
    opened: (_input, signal) => actions.followOpenings(signal),
    hearing: (_input, signal) => actions.useMicrophone(signal),
  }
}

function done(_result: void): Record<string, never> {
  return {}
}
