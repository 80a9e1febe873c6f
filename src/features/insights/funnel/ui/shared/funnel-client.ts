import { clientFor } from "#src/kit/api.ts";
import { funnelContract } from "../../contract.ts";

export const funnel = clientFor("funnel", funnelContract);
