/** Licence notice of a package that ships with Parley. */
export interface Notice {
  name: string
  /** Empty for what lies within a package. */
  version: string
  /** By its SPDX identifier. */
  licence: string
  /** The address of its source; empty if unknown. */
  source: string
  /** The licences and notices that it comes with, whole. */
  texts: readonly string[]
}

/** As `scripts/notices.mjs` writes it: equal texts once, in their order. */
interface NoticesFile {
  packages: readonly (Omit<Notice, 'texts'> & { texts: readonly number[] })[]
  texts: readonly string[]
}

/** Returns the notices of all that is in Parley, by name. Throws in development: the build makes them. */
export async function loadNotices(): Promise<readonly Notice[]> {
  const response = await fetch('./notices.json')
  const { packages, texts } = (await response.json()) as NoticesFile
  return packages.map((notice) => ({
    ...notice,
    texts: notice.texts.map((index) => texts[index] ?? ''),
  }))
}
