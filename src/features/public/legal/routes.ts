import { routes } from "#src/platform/http/api.ts";
import { agree, listOwed } from "./agreement.ts";
import { legalContract } from "./contract.ts";
import {
  discardLegalDraft,
  findLegalText,
  findLegalVersion,
  listLegalTexts,
  previewLegalText,
  publishLegalText,
  saveLegalDraft,
} from "./legal-texts.ts";

export const legalRoutes = routes(legalContract, {
  list: listLegalTexts,
  find: findLegalText,
  findVersion: findLegalVersion,
  preview: previewLegalText,
  saveDraft: saveLegalDraft,
  discardDraft: discardLegalDraft,
  publish: publishLegalText,
  listOwed,
  agree,
});
