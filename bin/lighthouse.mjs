/* Lighthouse's figures of the pages that visitors see. Lighthouse itself is fetched when it is asked for, not with the product. */
import { findBrowser } from "./browser.mjs";
import { build, install, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", ["bench/lighthouse.ts", await findBrowser()]));
