import { routes } from "#src/platform/http/api.ts";
import { addBlock, listBlocks, previewBlock, removeBlock } from "./blocks.ts";
import { securityContract } from "./contract.ts";
import { exportTimeline, getBrowserErrors, listTimeline, setResolved } from "./security.ts";

export const securityRoutes = routes(securityContract, {
  timeline: listTimeline,
  export: exportTimeline,
  blocks: listBlocks,
  addBlock,
  previewBlock,
  removeBlock,
  browserErrors: getBrowserErrors,
  resolveBrowserError: setResolved,
});
