import { routes } from "#src/platform/http/api.ts";
import { importsContract } from "./contract.ts";
import {
  addPart,
  beginImport,
  cancelImport,
  getImport,
  listImports,
  mapImport,
  pauseImport,
  rereadImport,
  startImport,
  undoImport,
} from "./imports.ts";
import { exportImportProblems, listImportReasons } from "./row-errors.ts";

export const importRoutes = routes(importsContract, {
  begin: beginImport,
  addPart,
  list: listImports,
  get: getImport,
  reread: rereadImport,
  map: mapImport,
  start: startImport,
  pause: pauseImport,
  cancel: cancelImport,
  undo: undoImport,
  reasons: listImportReasons,
  problems: exportImportProblems,
});
