import * as z from "zod";
import { member } from "#src/lib/endpoint.ts";
import { only } from "#src/lib/errors.ts";
import { CAMPAIGN_ERRORS, campaignId, localTimeSchema } from "./contract.ts";

const tags = ["campaigns"];

/** When campaigns go out. */
export const timingContract = {
  waves: member("mail.send")
    .route({
      method: "POST",
      path: "/campaigns/{id}/waves",
      tags,
      summary: "How many would get a campaign when, if everyone gets it at that time on their own clock",
    })
    .errors(only(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_TIME", "TIME_ZONE_UNKNOWN"))
    .input(campaignId.extend(localTimeSchema.shape))
    .output(z.object({ waves: z.array(z.object({ at: z.string(), count: z.number() })) })),
};
