; Part of electron-builder's uninstaller, which an update runs, too.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Parley's own entries: src/main/app/registerLinks.ts and startAtLogin/loginItem.ts.
    DeleteRegKey HKCU "Software\Classes\parley"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Parley"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "Parley"
  ${endIf}
!macroend
