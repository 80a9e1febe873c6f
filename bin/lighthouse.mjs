/*
 * Lighthouse scores of the public pages. Lighthouse is downloaded on demand, not installed with the product.
 */
import { findBrowser } from "./browser.mjs";
import { build, install, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", ["bench/lighthouse.ts", await findBrowser()]));
