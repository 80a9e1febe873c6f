import type { Egress } from "#src/features/egress/egress.ts";
import { routes } from "#src/platform/http/api.ts";
import { mediaContract } from "./contract.ts";
import { uploadPicture } from "./media.ts";

export const mediaRoutes = (egress: Egress) =>
  routes(mediaContract, { upload: (ctx, input) => uploadPicture({ ...ctx, egress }, input) });
