import * as z from "zod";
import { open, routesOf } from "#src/lib/endpoint.ts";

const { get, ask } = routesOf("functions");

export const geoContract = {
  ip: open()
    .route(get("/ip", "Your IP address; we neither store it nor pass it on"))
    .output(z.object({ ip: z.string() })),
  geolocate: open()
    .route(
      ask(
        "/functions/enhanced-ip-geolocation",
        "Where you are, as far as your IP address tells; never fails",
      ),
    )
    .output(
      z.object({
        /** Two letters (ISO 3166-1) or `UNKNOWN`. */
        country_code: z.string(),
        /** The same value. */
        country: z.string(),
        region: z.string(),
        city: z.string(),
        data_source: z.enum(["database", "cache", "fallback"]),
        /** 0 to 1. */
        confidence_score: z.number(),
      }),
    ),
};
