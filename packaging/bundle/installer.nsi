; A per-user installer (no administrator): program, Start menu, *.plexwright, removal.
; makensis -DVERSION=… -DFOLDER=(the bundle) -DTARGET=(the installer) installer.nsi
Unicode true
!include MUI2.nsh

Name "Plexwright ${VERSION}"
OutFile "${TARGET}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Plexwright"
SetCompressor /SOLID lzma
; Times of files are those of the copy that was packed: the same bundle made another installer.
SetDateSave off
ManifestDPIAware true

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Plexwright"
!define MUI_ICON "${FOLDER}/plexwright.ico"
!define MUI_UNICON "${FOLDER}/plexwright.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Plexwright Window.exe"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/licences/Plexwright-LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

Section
  ; What an older version left must not be loaded by this one.
  RMDir /r "$INSTDIR\lib"
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  CreateShortcut "$SMPROGRAMS\Plexwright.lnk" "$INSTDIR\Plexwright Window.exe"
  WriteRegStr HKCU "Software\Classes\.plexwright" "" "Plexwright.Engagement"
  WriteRegStr HKCU "Software\Classes\Plexwright.Engagement" "" "Plexwright engagement"
  WriteRegStr HKCU "Software\Classes\Plexwright.Engagement\DefaultIcon" "" "$INSTDIR\Plexwright Window.exe,0"
  WriteRegStr HKCU "Software\Classes\Plexwright.Engagement\shell\open\command" "" '"$INSTDIR\Plexwright Window.exe" "%1"'
  WriteRegStr HKCU "${KEY}" "DisplayName" "Plexwright"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\Plexwright Window.exe,0"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  WriteUninstaller "$INSTDIR\uninstall.exe"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section Uninstall
  ; Only what the installer put there: engagements that lie beside it stay.
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\plexwright.exe"
  Delete "$INSTDIR\Plexwright Window.exe"
  Delete "$INSTDIR\plexwright.ico"
  Delete "$INSTDIR\sbom.cdx.json"
  Delete "$INSTDIR\SHA256SUMS"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  ; Libraries that the program has unpacked for this user.
  RMDir /r "$LOCALAPPDATA\Plexwright\unpacked"
  Delete "$SMPROGRAMS\Plexwright.lnk"
  DeleteRegKey HKCU "Software\Classes\Plexwright.Engagement"
  DeleteRegKey HKCU "Software\Classes\.plexwright"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
