/**
 * Rules for the imports, checked by `npm test`. `node scripts/importTable.mjs` writes these rules into
 * docs/architecture.md: each but a feature's needs a `comment`, which is its row there.
 */

/**
 * A feature and the features it may use, alike in main and in the renderer.
 * @type {Record<string, string[]>}
 */
export const features = {
  assistantProfiles: ['providers'],
  chat: [
    'assistantProfiles',
    'prompts',
    'providers',
    'attachments',
    'completions',
    'fineTuning',
    'folders',
    'knowledge',
    'plugins',
    'speech',
    'tools',
    'voices',
    'realtime',
    'spending',
  ],
  prompts: ['plugins'],
  batches: ['providers', 'knowledge'],
  completions: ['providers', 'spending'],
  fineTuning: ['providers'],
  folders: [],
  dictation: ['speech', 'voices', 'chat', 'providers', 'settings'],
  speech: ['providers', 'settings'],
  voices: ['providers', 'secrets', 'settings'],
  realtime: ['providers', 'settings', 'speech'],
  media: ['providers', 'attachments', 'secrets', 'settings', 'spending', 'tools'],
  knowledge: ['providers', 'attachments', 'secrets', 'settings', 'tools'],
  previews: ['plugins'],
  plugins: ['settings', 'secrets', 'tools', 'mcp', 'processes'],
  mcp: ['settings', 'secrets', 'processes', 'tools'],
  processes: [],
  providers: ['secrets', 'settings'],
  serviceFiles: ['providers', 'secrets', 'settings'],
  attachments: [],
  tools: [],
  secrets: [],
  settings: [],
  spending: ['settings'],
  updates: ['settings'],
}
const anyFeature = Object.keys(features).join('|')

/** Shared files free of zod: the renderer takes these as values, any other only as types. */
const sharedValues =
  'answerSetup|promptVariables|chat/titleSortKey|speech/audio|errors|languages|limits|commands|knowledge/textSearch|knowledge/searchTokens|knowledge/signedWords|knowledge/letters|serialQueue|dropOldest|json|editDistance|speech/dictationState|startData|plugins/calledTool|plugins/canonicalArguments|media/hostedPictures|media/outputFileName|fineTuning/findingCodes|chat/promptWords|chat/costOf|chat/estimateTextTokens|chat/estimateFileTokens|chat/inputKind|fileFormats|sentences'

/** Entry points of processes: files that a URL, a page or the build names instead of an import. */
const entryPoints =
  '^src/(?:main/(?:index|command)\\.ts|preload/index\\.ts|renderer/(?:main\\.tsx|early\\.ts)|renderer/dictation/overlayPage\\.tsx|shared/lazySchema\\.ts|.+Worker\\.ts)$'

/** @type {(prefix: string, allowed: string) => string} */
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
    comment: '`shared` imports only `shared` and zod.',
    from: { path: '^src/shared/' },
    to: { pathNot: '^src/shared/|^node_modules/zod/' },
  },
  {
    name: 'preload-wire',
    comment: '`preload` imports only `shared/ipc/wire` and Electron.',
    from: { path: '^src/preload/' },
    to: { pathNot: '^src/preload/|^src/shared/ipc/wire\\.ts$|^node_modules/electron/' },
  },
  {
    name: 'main-not-renderer',
    comment: 'Of the renderer, `main` imports only the texts in `locales`.',
    from: { path: '^src/main/' },
    to: { path: '^src/(?:renderer|preload)/', pathNot: '^src/renderer/locales/' },
  },
  {
    name: 'renderer-not-main',
    comment: '`renderer` imports neither `main`, `preload` nor Electron.',
    from: { path: '^src/renderer/' },
    to: { path: '^src/(?:main|preload)/|^node_modules/electron' },
  },
  {
    name: 'renderer-not-node',
    comment: '`renderer` imports no module of Node.',
    from: { path: '^src/renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'renderer-types-only',
    comment:
      '`renderer` imports the contract and schemas of `shared` as types only: zod stays out of the page.',
    from: { path: '^src/renderer/' },
    to: {
      path: `${anythingBut('src/shared', sharedValues)}|^node_modules/zod/`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'shared-values-without-zod',
    comment:
      'The files of `shared` that `renderer` imports as values (`sharedValues`) import no zod.',
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
    comment:
      '`main/ipc`, `storage`, `network`, `jobs`, `workers`, `feature.ts` and `app/history.ts` import no feature.',
    from: {
      path: '^src/main/(?:ipc/|storage/|network/|jobs/|workers/|feature\\.ts$|app/history\\.ts$)',
    },
    to: { path: `^src/main/(?:${anyFeature})/` },
  },
  {
    name: 'main-feature-not-app',
    comment:
      'Features and the folders below them import nothing of `main/app`, which passes in what they need.',
    from: { path: `^src/main/(?:${anyFeature}|storage|ipc|jobs|workers|network)/` },
    to: { path: '^src/main/(?:app/|index\\.ts$)' },
  },
  {
    name: 'pictures-alone',
    comment: '`main/pictures` imports only `shared` and `main/workers`.',
    from: { path: '^src/main/pictures/' },
    to: { path: '^src/', pathNot: '^src/(?:shared|main/(?:pictures|workers))/' },
  },
  {
    name: 'pictures-users',
    comment:
      'Only `assistantProfiles`, `attachments`, `chat`, `knowledge`, `media`, `app` and `commandLine` import `main/pictures`.',
    from: {
      path: '^src/main/',
      pathNot:
        '^src/main/(?:pictures|assistantProfiles|attachments|chat|knowledge|media|app|commandLine)/',
    },
    to: { path: '^src/main/pictures/' },
  },
  {
    name: 'renderer-foundation',
    comment: '`renderer/ui` and `renderer/markdown` import neither a feature, `core` nor `app`.',
    from: { path: '^src/renderer/(?:ui|markdown)/' },
    to: { path: `^src/renderer/(?:${anyFeature}|app|core)/` },
  },
  {
    name: 'renderer-core',
    comment: '`renderer/core` imports no feature and nothing of `app`.',
    from: { path: '^src/renderer/core/' },
    to: { path: `^src/renderer/(?:${anyFeature}|app)/` },
  },
  {
    name: 'renderer-below-app',
    comment: 'Only the entry point `main.tsx` imports `renderer/app`.',
    from: { path: '^src/renderer/', pathNot: '^src/renderer/(?:app/|main\\.tsx$)' },
    to: { path: '^src/renderer/app/' },
  },
  {
    name: 'ipc-for-app-only',
    comment: 'Features, `storage`, `jobs` and `workers` import `main/ipc` as types only.',
    from: { path: `^src/main/(?:${anyFeature}|storage|jobs|workers)/` },
    to: { path: '^src/main/ipc/', dependencyTypesNot: ['type-only'] },
  },
]

const treeRules = [
  {
    name: 'source-alone',
    comment: '`src` imports nothing of `tests`, `scripts` or `chromium-host`.',
    from: { path: '^src/' },
    to: { path: '^(?:tests|scripts|chromium-host)/' },
  },
  {
    name: 'host-alone',
    comment: '`chromium-host` stands in for Electron and imports nothing of Parley.',
    from: { path: '^chromium-host/' },
    to: { path: '^(?:src|tests|scripts)/' },
  },
  {
    name: 'scripts-alone',
    comment:
      '`scripts` import no package, because they run before anything is installed. `faults.mjs` ' +
      'parses sources for `npm run mutants`, and `package/` runs after the build.',
    from: { path: '^scripts/', pathNot: '^scripts/(?:faults\\.mjs$|package/)' },
    to: {
      pathNot: '^(?:scripts/|chromium-host/findBrowser\\.mjs$|\\.dependency-cruiser\\.mjs$)',
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'no-cycle',
    comment: 'No imports form a cycle.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-missing-file',
    comment:
      'Every imported file exists; benchmarks install what they compare Parley with themselves.',
    from: { pathNot: '^tests/bench/rivals/' },
    to: { couldNotResolve: true, pathNot: '\\?|^(?:bun|virtual):' },
  },
  {
    name: 'no-undeclared-package',
    comment: 'Every imported package is in `package.json`.',
    from: { path: '^(?:src|chromium-host|scripts)/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-development-package',
    comment: '`src` imports no development dependency but Electron, except as types.',
    from: { path: '^src/' },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '^node_modules/electron/',
    },
  },
  {
    name: 'no-dead-file',
    comment: 'Every file of `src` is reached from an entry point; workers are entry points.',
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
    comment:
      'No file is called `utils`, `helpers`, `common`, `types`, `constants` or `index` (no barrels).',
    from: {},
    to: {
      path: '(?:^|/)(?:utils?|helpers?|common|types|constants)\\.[cm]?[jt]sx?$|/index\\.[jt]sx?$',
      pathNot: 'node_modules|^src/(?:main|preload)/index\\.ts$',
    },
  },
]

/** Every rule but those of the features, which `features` tells. */
export const generalRules = [...processRules, ...layerRules, ...treeRules]

export default {
  forbidden: [...featureRules, ...generalRules].map((rule) => ({
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
