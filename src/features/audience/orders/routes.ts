import { routes } from "#src/platform/http/api.ts";
import { ordersContract } from "./contract.ts";
import { reportOrder } from "./orders.ts";

export const orderRoutes = routes(ordersContract, { report: reportOrder });
