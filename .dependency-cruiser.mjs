/** The table "Who may import whom" of docs/architecture.md, checked by `npm test`. */

/** A feature and the features it may use, alike in main and in the renderer. */
const features = {
  chat: [
    'providers',
    'attachments',
    'knowledge',
    'plugins',
    'speech',
    'tools',
    'voices',
    'realtime',
  ],
  dictation: ['speech', 'voices', 'chat', 'providers', 'settings'],
  speech: ['providers', 'settings'],
  voices: ['providers', 'secrets', 'settings'],
  realtime: ['providers', 'settings', 'speech'],
  media: ['providers', 'attachments', 'secrets', 'settings', 'tools'],
  knowledge: ['providers', 'attachments', 'secrets', 'settings', 'tools'],
  plugins: ['settings', 'secrets', 'tools', 'mcp', 'processes'],
  mcp: ['settings', 'secrets', 'processes', 'tools'],
  processes: [],
  providers: ['secrets', 'settings'],
  attachments: [],
  tools: [],
  secrets: [],
  settings: [],
}
const anyFeature = Object.keys(features).join('|')

/** Shared files free of zod: the renderer takes these as values, any other only as types. */
const sharedValues =
  'audio|errors|languages|limits|commands|textSearch|searchTokens|serialQueue|dropOldest|json|editDistance|dictationState|startData|calledTool|canonicalArguments|hostedPictures|outputFileName|promptWords|estimateTextTokens|estimateFileTokens|inputKind|fileFormats|sentences'

/** Entry points of processes: files that a URL, a page or the build names instead of an import. */
const entryPoints =
  '^src/(?:main/index\\.ts|preload/index\\.ts|renderer/(?:main\\.tsx|early\\.ts)|renderer/dictation/overlayPage\\.tsx|shared/lazySchema\\.ts|.+Worker\\.ts)$'

const anythingBut = (prefix, allowed) => `^${prefix}/(?!(?:${allowed})(?:/|\\.[a-z]+$))`

const featureRules = Object.entries(features).flatMap(([feature, uses]) => {
  const others = Object.keys(features).filter((name) => name !== feature && !uses.includes(name))
  return ['main', 'renderer'].map((side) => ({
    name: `${side}-${feature}`,
    comment: `${feature} may use ${uses.join(', ') || 'no other feature'}.`,
    severity: 'error',
    from: { path: `^src/${side}/${feature}/` },
    to: { path: `^src/${side}/(?:${others.join('|')})/` },
  }))
})

const processRules = [
  {
    name: 'shared-alone',
    comment: 'shared imports only shared and zod.',
    from: { path: '^src/shared/' },
    to: { pathNot: '^src/shared/|^node_modules/zod/' },
  },
  {
    name: 'preload-wire',
    comment: 'preload imports only shared/ipc/wire and Electron.',
    from: { path: '^src/preload/' },
    to: { pathNot: '^src/preload/|^src/shared/ipc/wire\\.ts$|^node_modules/electron/' },
  },
  {
    name: 'main-not-renderer',
    comment: "Of the renderer, main reads the menus' texts alone.",
    from: { path: '^src/main/' },
    to: { path: '^src/(?:renderer|preload)/', pathNot: '^src/renderer/locales/' },
  },
  {
    name: 'renderer-not-main',
    from: { path: '^src/renderer/' },
    to: { path: '^src/(?:main|preload)/|^node_modules/electron' },
  },
  {
    name: 'renderer-not-node',
    from: { path: '^src/renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'renderer-types-only',
    comment: 'The contract and the schemas come as types: zod stays out of the page.',
    from: { path: '^src/renderer/' },
    to: {
      path: `${anythingBut('src/shared', sharedValues)}|^node_modules/zod/`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'shared-values-without-zod',
    comment: 'The renderer takes these files as values, so they must not bring zod along.',
    from: { path: `^src/shared/(?:${sharedValues})\\.ts$` },
    to: {
      path: `${anythingBut('src/shared', sharedValues)}|^node_modules/zod/`,
      dependencyTypesNot: ['type-only'],
    },
  },
]

const layerRules = [
  {
    name: 'main-foundation',
    comment: 'main/ipc, main/storage and what features are opened with know no feature.',
    from: { path: '^src/main/(?:ipc/|storage/|network/|feature\\.ts$|app/history\\.ts$)' },
    to: { path: `^src/main/(?:${anyFeature})/` },
  },
  {
    name: 'main-feature-not-app',
    comment: 'A feature is given what it needs by app/features.ts.',
    from: { path: `^src/main/(?:${anyFeature}|storage|ipc|jobs|workers|network)/` },
    to: { path: '^src/main/(?:app/|index\\.ts$)' },
  },
  {
    name: 'pictures-alone',
    comment: 'main/pictures takes bytes and paths, and knows no feature.',
    from: { path: '^src/main/pictures/' },
    to: { path: '^src/', pathNot: '^src/(?:shared|main/(?:pictures|workers))/' },
  },
  {
    name: 'pictures-users',
    comment: 'Only features that store, read or make files ask main/pictures.',
    from: {
      path: '^src/main/',
      pathNot: '^src/main/(?:pictures|attachments|chat|knowledge|media|app)/',
    },
    to: { path: '^src/main/pictures/' },
  },
  {
    name: 'renderer-foundation',
    comment: 'renderer/ui and renderer/markdown know no feature and no bridge.',
    from: { path: '^src/renderer/(?:ui|markdown)/' },
    to: { path: `^src/renderer/(?:${anyFeature}|app|core)/` },
  },
  {
    name: 'renderer-core',
    comment: 'What every feature stands on knows none of them.',
    from: { path: '^src/renderer/core/' },
    to: { path: `^src/renderer/(?:${anyFeature}|app)/` },
  },
  {
    name: 'renderer-below-app',
    comment: 'The window puts the features together; only its entry point knows it.',
    from: { path: '^src/renderer/', pathNot: '^src/renderer/(?:app/|main\\.tsx$)' },
    to: { path: '^src/renderer/app/' },
  },
  {
    name: 'ipc-for-app-only',
    comment: 'A feature speaks through the handlers and events it is given.',
    from: { path: `^src/main/(?:${anyFeature}|storage|jobs|workers)/` },
    to: { path: '^src/main/ipc/', dependencyTypesNot: ['type-only'] },
  },
]

const treeRules = [
  {
    name: 'source-alone',
    comment: 'The app does not know its tests, its scripts or the runtime it is on.',
    from: { path: '^src/' },
    to: { path: '^(?:tests|scripts|chromium-host)/' },
  },
  {
    name: 'host-alone',
    comment: 'chromium-host stands in for Electron: it knows nothing of Parley.',
    from: { path: '^chromium-host/' },
    to: { path: '^(?:src|tests|scripts)/' },
  },
  {
    name: 'scripts-alone',
    comment: 'The scripts run before anything is installed.',
    from: { path: '^scripts/' },
    to: {
      pathNot: '^(?:scripts/|chromium-host/findBrowser\\.mjs$)',
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'no-cycle',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-missing-file',
    comment: 'The rivals of the benchmarks are installed by these alone.',
    from: { pathNot: '^tests/bench/rivals/' },
    to: { couldNotResolve: true, pathNot: '\\?|^(?:bun|virtual):' },
  },
  {
    name: 'no-undeclared-package',
    from: { path: '^(?:src|chromium-host|scripts)/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-development-package',
    comment: 'What the app runs on is among the dependencies.',
    from: { path: '^src/' },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '^node_modules/electron/',
    },
  },
  {
    name: 'no-dead-file',
    comment: 'Every file is reached from an entry point; workers are entry points of their own.',
    from: { path: entryPoints },
    to: {
      path: '^src/',
      // Texts are globbed by language.
      pathNot: `${entryPoints}|\\.d\\.ts$|tsconfig\\.json$|^src/renderer/locales/`,
      reachable: false,
    },
  },
  {
    name: 'no-catch-all-name',
    comment: 'A file is named after what it exports; barrels have no export of their own.',
    from: {},
    to: {
      path: '(?:^|/)(?:utils?|helpers?|common|types|constants)\\.[cm]?[jt]sx?$|/index\\.[jt]sx?$',
      pathNot: 'node_modules|^src/(?:main|preload)/index\\.ts$',
    },
  },
]

export default {
  forbidden: [...featureRules, ...processRules, ...layerRules, ...treeRules].map((rule) => ({
    severity: 'error',
    ...rule,
  })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)fixtures/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
