import { routes } from "#src/platform/http/api.ts";
import { templatesContract } from "./contract.ts";
import { listOddest } from "./edge-case-contacts.ts";
import { uploadFile } from "./files.ts";
import {
  createSnippet,
  deleteSnippet,
  getSender,
  listFields,
  listSnippets,
  setSender,
  uploadMailPicture,
} from "./library.ts";
import { checkLinks, makeText, previewTemplate } from "./preview.ts";
import {
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "./templates.ts";
import { sendTest } from "./test-send.ts";
import { editTemplate, listVersions, restoreVersion } from "./version-history.ts";

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
