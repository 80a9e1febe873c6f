import { routes } from "#src/platform/http/api.ts";
import { moderationContract } from "./contract.ts";
import { reportPage } from "./moderation.ts";

export const moderationRoutes = routes(moderationContract, { reportPage });
