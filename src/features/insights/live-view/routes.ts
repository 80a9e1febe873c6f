import { routes } from "#src/platform/http/api.ts";
import { liveViewContract } from "./contract.ts";
import { getLiveView } from "./live-view.ts";

export const liveViewRoutes = routes(liveViewContract, { read: getLiveView });
