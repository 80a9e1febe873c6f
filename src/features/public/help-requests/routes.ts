import { routes } from "#src/platform/http/api.ts";
import { listAnswerTemplates } from "./answer-templates.ts";
import { answerRequest, closeRequest, noteOnRequest, reopenRequest } from "./answers.ts";
import { helpRequestsContract } from "./contract.ts";
import { claimRequest, getRequest, listRequests, releaseRequest } from "./queue.ts";
import { askForHelp } from "./requests.ts";

export const helpRequestsRoutes = routes(helpRequestsContract, {
  ask: askForHelp,
  list: listRequests,
  get: getRequest,
  claim: claimRequest,
  release: releaseRequest,
  listTemplates: listAnswerTemplates,
  answer: answerRequest,
  note: noteOnRequest,
  close: closeRequest,
  reopen: reopenRequest,
});
