import { routes } from "#src/platform/http/api.ts";
import { moderationContract } from "./contract.ts";
import { reportPage } from "./moderation.ts";
import { closeReports, listReported } from "./reports.ts";

export const moderationRoutes = routes(moderationContract, { closeReports, listReported, reportPage });
