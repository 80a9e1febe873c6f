import { clientFor } from "#src/kit/api.ts";
import { mailAnalyticsContract } from "../contract.ts";

export const mailAnalytics = clientFor("mailAnalytics", mailAnalyticsContract);
