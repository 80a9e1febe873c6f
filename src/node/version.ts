import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Of Fanfare, as in `package.json`. */
export const VERSION: string = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../package.json"), "utf8"),
).version;
