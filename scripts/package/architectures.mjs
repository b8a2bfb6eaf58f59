/** The processors that have a package, by Node's name, and what each format calls them. */
export const architectures = /** @type {const} */ ({
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
})

/** @typedef {keyof typeof architectures} Architecture */
