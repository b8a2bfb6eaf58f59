import type { SheetChoices, SheetFolder } from '../../../shared/plugins/pluginSheet.ts'

function withName(names: readonly string[], name: string, included: boolean): string[] {
  const others = names.filter((one) => one !== name)
  return included ? [...others, name] : others
}

export function withToolOn(choices: SheetChoices, tool: string, on: boolean): SheetChoices {
  return { ...choices, toolsOff: withName(choices.toolsOff, tool, !on) }
}

export function withHostOn(choices: SheetChoices, host: string, on: boolean): SheetChoices {
  return { ...choices, hostsOff: withName(choices.hostsOff, host, !on) }
}

export type FolderAccess = SheetFolder['access'] | 'none'

/** A folder of the sheet, and what the program may do in it. */
export interface ChosenFolder {
  path: string
  /** Access that the sheet asks for; none for a folder that the user added. */
  asked: FolderAccess
  access: FolderAccess
}

/** Returns the folders of the sheet and those that the user added, with the chosen access. */
export function chosenFolders(
  asked: readonly SheetFolder[],
  chosen: SheetChoices['folders'],
): ChosenFolder[] {
  const given = chosen ?? asked
  const accessOf = (list: readonly SheetFolder[], path: string): FolderAccess =>
    list.find((folder) => folder.path === path)?.access ?? 'none'
  const paths = new Set([...asked, ...given].map(({ path }) => path))
  return [...paths].map((path) => ({
    path,
    asked: accessOf(asked, path),
    access: accessOf(given, path),
  }))
}

export function withFolder(
  choices: SheetChoices,
  asked: readonly SheetFolder[],
  path: string,
  access: FolderAccess,
): SheetChoices {
  const given = choices.folders ?? asked
  const isListed = given.some((folder) => folder.path === path)
  const listed = isListed || access === 'none' ? given : [...given, { path, access }]
  const folders = listed.flatMap((folder) => {
    if (folder.path !== path) return [folder]
    return access === 'none' ? [] : [{ path, access }]
  })
  return { ...choices, folders: [...folders] }
}
