import { linkDetailsContract } from "#src/features/pages/links/address-contract.ts";
import { profileStartersContract } from "#src/features/pages/profiles/starters-contract.ts";
import { routes } from "#src/platform/http/api.ts";
import { pageImportsContract, parserHealthContract, profileExportContract } from "./contract.ts";
import { applyPageImport } from "./import-application.ts";
import { fillInLink } from "./link-details.ts";
import {
  cancelPageImport,
  createPageImport,
  createPageImportFromFile,
  getPageImport,
} from "./page-imports.ts";
import { listParserHealth } from "./parser-health.ts";
import { exportProfile } from "./profile-export.ts";
import { createFromStarter, listStarters } from "./starters/starters.ts";

export const pageImportRoutes = routes(
  { ...pageImportsContract, ...parserHealthContract },
  {
    listHealth: listParserHealth,
    create: createPageImport,
    createFromFile: createPageImportFromFile,
    get: getPageImport,
    apply: applyPageImport,
    cancel: cancelPageImport,
  },
);

export const profileExportRoutes = routes(profileExportContract, { export: exportProfile });

export const profileStarterRoutes = routes(profileStartersContract, {
  starters: listStarters,
  createFromStarter,
});

export const linkDetailRoutes = routes(linkDetailsContract, { fillIn: fillInLink });
