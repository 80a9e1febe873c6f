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
  problemsOfImport,
  startImport,
  undoImport,
} from "./imports.ts";

export const importRoutes = routes(importsContract, {
  begin: beginImport,
  addPart,
  list: listImports,
  get: getImport,
  map: mapImport,
  start: startImport,
  pause: pauseImport,
  cancel: cancelImport,
  undo: undoImport,
  problems: problemsOfImport,
});
