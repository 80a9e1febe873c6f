import { routes } from "#src/platform/http/api.ts";
import {
  addMembers,
  compareSegments,
  countMembers,
  explainMembership,
  listMembers,
  listMoves,
  previewMembers,
  removeMembers,
  takeSnapshot,
} from "./membership.ts";
import {
  createSegment,
  deleteSegment,
  getCatalog,
  getSegment,
  listSegments,
  listUses,
  updateSegment,
} from "./segments.ts";
import { segmentsContract } from "./segments-contract.ts";

export const segmentRoutes = routes(segmentsContract, {
  catalog: (ctx) => getCatalog(ctx),
  list: (ctx) => listSegments(ctx),
  get: getSegment,
  uses: listUses,
  create: createSegment,
  update: updateSegment,
  delete: deleteSegment,
  takeSnapshot,
  compare: compareSegments,
  members: listMembers,
  moves: listMoves,
  addMembers,
  removeMembers,
  count: countMembers,
  preview: previewMembers,
  explain: explainMembership,
});
