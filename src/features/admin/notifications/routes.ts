import { routes } from "#src/platform/http/api.ts";
import {
  approveBroadcast,
  getFigures,
  listBroadcasts,
  previewAudience,
  previewBroadcast,
  removeBroadcast,
  saveBroadcast,
  sendBroadcast,
  stopBroadcast,
  testBroadcast,
} from "./broadcasts.ts";
import { broadcastsContract } from "./contract.ts";

export const broadcastRoutes = routes(broadcastsContract, {
  list: listBroadcasts,
  save: saveBroadcast,
  remove: removeBroadcast,
  audience: previewAudience,
  preview: previewBroadcast,
  test: testBroadcast,
  send: sendBroadcast,
  approve: approveBroadcast,
  stop: stopBroadcast,
  figures: getFigures,
});
