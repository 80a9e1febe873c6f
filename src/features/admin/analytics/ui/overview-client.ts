import { clientFor } from "#src/kit/api.ts";
import { instanceAnalyticsContract } from "../contract.ts";

export const instanceAnalytics = clientFor("instanceAnalytics", instanceAnalyticsContract);
