import { routes } from "#src/platform/http/api.ts";
import { activateAutomation, checkAutomation } from "./activation.ts";
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  pauseAutomation,
  rotateSecret,
  updateAutomation,
} from "./automations.ts";
import { automationsContract } from "./contract.ts";

const {
  overview: _o,
  runs: _r,
  retry: _retry,
  explain: _e,
  test: _t,
  replay: _p,
  ...own
} = automationsContract;
export const ownContract = own;

export const automationRoutes = routes(ownContract, {
  list: (ctx) => listAutomations(ctx),
  get: getAutomation,
  create: createAutomation,
  update: updateAutomation,
  delete: deleteAutomation,
  check: checkAutomation,
  activate: activateAutomation,
  pause: pauseAutomation,
  rotateSecret,
});
