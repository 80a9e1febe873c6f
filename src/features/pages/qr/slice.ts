import type { Slice } from "#src/features/slice.ts";
import { qrHttp } from "./http.ts";

export const slice: Slice = {
  http: qrHttp,
};
