import type { Slice } from "#src/features/slice.ts";
import { templatesPart } from "./account-part.ts";
import { templatesContract } from "./contract.ts";
import { templateEvents } from "./events.ts";
import { templatesHttp } from "./http.ts";
import { draftContract } from "./preview/draft-contract.ts";
import { draftRoutes, templateRoutes } from "./routes.ts";
import { MAIL_PICTURES } from "./tables.ts";

export const slice: Slice = {
  contract: { templates: { ...templatesContract, ...draftContract } },
  routes: { templates: { ...templateRoutes, ...draftRoutes } },
  http: templatesHttp,
  events: templateEvents,
  accountPart: templatesPart,
  picturePlaces: MAIL_PICTURES,
};
