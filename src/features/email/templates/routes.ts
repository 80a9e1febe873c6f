import { routes } from "#src/platform/http/api.ts";
import { templatesContract } from "./contract.ts";
import { uploadFile } from "./files/files.ts";
import {
  createSnippet,
  deleteSnippet,
  getSender,
  listFields,
  listSnippets,
  setSender,
  uploadMailPicture,
} from "./library/library.ts";
import { previewDraft, testDraft } from "./preview/draft.ts";
import { draftContract } from "./preview/draft-contract.ts";
import { listOddest } from "./preview/edge-case-contacts.ts";
import { checkLinks, makeText, previewTemplate } from "./preview/preview.ts";
import { sendTest } from "./preview/test-send.ts";
import { listTemplateUses } from "./template-uses.ts";
import {
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "./templates.ts";
import { editTemplate, listVersions, restoreVersion } from "./versions/version-history.ts";

export const templateRoutes = routes(templatesContract, {
  list: listTemplates,
  get: getTemplate,
  create: createTemplate,
  update: updateTemplate,
  delete: deleteTemplate,
  uses: listTemplateUses,
  duplicate: duplicateTemplate,
  preview: previewTemplate,
  makeText,
  listOddest,
  checkLinks,
  sendTest,
  edit: editTemplate,
  listVersions,
  restoreVersion,
  uploadPicture: uploadMailPicture,
  uploadFile,
  listSnippets,
  createSnippet,
  deleteSnippet,
  listFields,
  getSender,
  setSender,
});

export const draftRoutes = routes(draftContract, { previewDraft, testDraft });
