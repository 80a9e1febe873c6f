import * as z from "zod";

/** The hosts that serve this profile's page have changed. */
export const domainsChanged = { name: "domains.changed", payload: z.object({ profile_id: z.string() }) };
