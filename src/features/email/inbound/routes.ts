import { routes } from "#src/platform/http/api.ts";
import { answerReply } from "./answer.ts";
import { inboundContract } from "./contract.ts";
import { getInbox, removeInbox, saveInbox, testInbox } from "./inbound.ts";
import { getHook, removeHook, saveHook } from "./provider-webhooks.ts";

export const inboundRoutes = routes(inboundContract, {
  get: getInbox,
  save: saveInbox,
  remove: removeInbox,
  test: testInbox,
  answer: answerReply,
  getHook,
  saveHook,
  removeHook,
});
