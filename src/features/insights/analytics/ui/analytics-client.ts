import { clientFor } from "#src/kit/api.ts";
import { analyticsContract } from "../contract.ts";

export const analytics = clientFor("analytics", analyticsContract);
