import { routes } from "#src/platform/http/api.ts";
import {
  approveBroadcast,
  getFigures,
  listBroadcasts,
  previewAudience,
  previewBroadcast,
  removeBroadcast,
  resumeBroadcast,
  saveBroadcast,
  sendBroadcast,
  stopBroadcast,
  testBroadcast,
} from "./broadcasts.ts";
import { broadcastsContract } from "./contract.ts";
import {
  getTemplateHistory,
  listTemplates,
  removeTemplate,
  restoreTemplate,
  saveTemplate,
} from "./templates/templates.ts";
import { broadcastTemplatesContract } from "./templates/templates-contract.ts";

export const broadcastRoutes = routes(broadcastsContract, {
  list: listBroadcasts,
  save: saveBroadcast,
  remove: removeBroadcast,
  audience: previewAudience,
  preview: previewBroadcast,
  test: testBroadcast,
  send: sendBroadcast,
  approve: approveBroadcast,
  resume: resumeBroadcast,
  stop: stopBroadcast,
  figures: getFigures,
});

export const broadcastTemplateRoutes = routes(broadcastTemplatesContract, {
  list: listTemplates,
  save: saveTemplate,
  history: getTemplateHistory,
  restore: restoreTemplate,
  remove: removeTemplate,
});
