import { routes } from "#src/platform/http/api.ts";
import { answerReply } from "./answering.ts";
import { inboundContract } from "./contract.ts";
import { getHook, removeHook, saveHook } from "./hooks.ts";
import { getInbox, removeInbox, saveInbox, testInbox } from "./inbound.ts";

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
