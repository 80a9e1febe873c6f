import { routes } from "#src/platform/http/api.ts";
import { templatesContract } from "./contract.ts";
import { uploadFile } from "./files.ts";
import { editTemplate, listVersions, restoreVersion } from "./history.ts";
import {
  createSnippet,
  deleteSnippet,
  getSender,
  listFields,
  listSnippets,
  setSender,
  uploadMailPicture,
} from "./library.ts";
import { listOddest } from "./oddest.ts";
import { checkLinks, makeText, previewTemplate } from "./preview.ts";
import {
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "./templates.ts";
import { sendTest } from "./test-sending.ts";

export const templateRoutes = routes(templatesContract, {
  list: listTemplates,
  get: getTemplate,
  create: createTemplate,
  update: updateTemplate,
  delete: deleteTemplate,
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
