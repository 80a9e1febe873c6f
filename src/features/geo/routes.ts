import type { Egress } from "#src/features/egress/egress.ts";
import { routes } from "#src/platform/http/api.ts";
import { geoContract } from "./contract.ts";
import { geolocate, readIp, SeenPlaces } from "./geo.ts";

export const geoRoutes = (egress: Egress) => {
  const seen = new SeenPlaces();
  return routes(geoContract, {
    ip: readIp,
    geolocate: (ctx) => geolocate({ ...ctx, egress, seen }),
  });
};
