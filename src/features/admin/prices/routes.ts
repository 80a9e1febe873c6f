import { routes } from "#src/platform/http/api.ts";
import { pricesContract } from "./contract.ts";
import { cancelMove, planMove, previewMove } from "./moves.ts";
import { getPrices, previewPrices, publishPrices } from "./prices.ts";

export const pricesRoutes = routes(pricesContract, {
  list: (ctx) => getPrices(ctx),
  preview: previewPrices,
  publish: publishPrices,
  previewMove,
  move: planMove,
  cancelMove,
});
