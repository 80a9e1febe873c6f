import type { Slice } from "#src/features/slice.ts";
import { contentContract } from "./contract.ts";
import { contentRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { content: contentContract },
  routes: { content: contentRoutes },
};
