@echo off
rem Stands where Electron's executable would: the app on Node and an installed Chromium.
setlocal
set "node=%~dp0..\node_modules\node\bin\node.exe"
if not exist "%node%" (
  echo Node 24 is missing from node_modules: run npm install with scripts allowed. 1>&2
  exit /b 1
)
if "%ELECTRON_RUN_AS_NODE%"=="1" (
  "%node%" %*
) else (
  "%node%" --disable-warning=ExperimentalWarning --unhandled-rejections=warn "%~dp0run.mjs" %*
)
exit /b %errorlevel%
