import { routes } from "#src/platform/http/api.ts";
import { geoContract } from "./contract.ts";
import { geolocate, getIp } from "./geo.ts";

export const geoRoutes = routes(geoContract, { ip: getIp, geolocate: (ctx) => geolocate(ctx) });
