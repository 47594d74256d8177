@rem Stands in for VS Code executable; see async-cost-editor.mjs.
@node "%~dp0async-cost-editor.mjs" %*
