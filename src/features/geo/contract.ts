import * as z from "zod";
import { endpoint } from "#src/lib/endpoint.ts";

export const geoContract = {
  ip: endpoint
    .route({
      method: "GET",
      path: "/ip",
      tags: ["functions"],
      summary: "Your IP address; we neither store it nor pass it on",
    })
    .meta({ access: "public" })
    .output(z.object({ ip: z.string() })),
  geolocate: endpoint
    .route({
      method: "POST",
      path: "/functions/enhanced-ip-geolocation",
      tags: ["functions"],
      summary: "Where you are, as far as your IP address tells; never fails",
    })
    .meta({ access: "public" })
    .output(
      z.object({
        /** Two letters (ISO 3166-1) or `UNKNOWN`. */
        country_code: z.string(),
        /** The same. */
        country: z.string(),
        region: z.string(),
        city: z.string(),
        data_source: z.enum(["database", "cache", "fallback"]),
        /** 0 to 1. */
        confidence_score: z.number(),
      }),
    ),
};
