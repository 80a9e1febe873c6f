import { routes } from "#src/platform/http/api.ts";
import { decideAppeal } from "./cases/appeals.ts";
import { claimCase, getCase, listCases, releaseCase, showCasePage } from "./cases/cases.ts";
import { askOwner, decideCase } from "./cases/decisions.ts";
import { exportTransparency } from "./cases/transparency.ts";
import { moderationContract } from "./contract.ts";
import { listCaseTemplates } from "./filled-templates.ts";
import { reportPage } from "./moderation.ts";
import { resolveCaseLink } from "./redirects.ts";
import { listTemplates, removeTemplate, saveTemplate } from "./templates/templates.ts";

export const moderationRoutes = routes(moderationContract, {
  reportPage,
  listCases,
  getCase,
  exportTransparency,
  claimCase,
  releaseCase,
  askOwner,
  decideAppeal,
  decideCase,
  resolveCaseLink,
  showCasePage,
  listTemplates,
  saveTemplate,
  removeTemplate,
  listCaseTemplates,
});
