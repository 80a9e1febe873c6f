import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";

const NOT_THE_DASHBOARD =
  "^/(?!auth$|auth[?/]|dashboard|admin|forgot-password|reset-password|src/|node_modules/|@|index\\.html|favicon\\.svg)";

const SERVER_BUILD: UserConfig["build"] = {
  outDir: "dist/server",
  emptyOutDir: true,
  target: "node24",
  rolldownOptions: {
    input: ["src/node/main.ts", "src/node/demo.ts"],
    // All in one folder: the root of the project is found from where a file lies.
    output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
  },
};

const BROWSER_BUILD: UserConfig["build"] = {
  outDir: "dist/client",
  emptyOutDir: true,
  target: "es2020",
  modulePreload: { polyfill: false },
  // Nothing is inlined as a data: address: fonts and pictures stay under the same policy as everything else.
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 1500,
  rolldownOptions: {
    input: { dashboard: "index.html" },
    // What several pages share is one file: a browser fetches six at a time, and there were thirty of them. Not our own
    // components: their styles would come before those that they change.
    output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 3, test: /node_modules|\.ts$/ }] } },
  },
};

/**
 * `vite build --mode page`: the script of the pages that visitors see, in one file that shares nothing with others, and
 * the service worker, which is known by its address.
 */
const PAGE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: {
    input: { "visitor-page": "src/browser/page.ts", sw: "src/browser/sw/worker.ts" },
    output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
  },
};

/** `vite build --mode site`: the script of the landing page and the help, in one file too. */
const SITE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: { input: { site: "src/browser/site.ts" } },
};

const CLIENT_BUILDS: Record<string, UserConfig["build"]> = { page: PAGE_BUILD, site: SITE_BUILD };

/** `vite build` makes the dashboard; `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react()],
  publicDir: isSsrBuild || mode in CLIENT_BUILDS ? false : "public",
  ...(isSsrBuild ? { define: { "process.env.NODE_ENV": '"production"' } } : {}),
  server: {
    // In development Vite serves the dashboard; everything else is the running server's.
    proxy: {
      [NOT_THE_DASHBOARD]: {
        target: process.env.FANFARE_SERVER ?? "http://localhost:3000",
        changeOrigin: false,
      },
    },
  },
  ssr: {
    // Some 1,600 files of packages took half of the time that a start takes: they become a few. Left as they are: what
    // loads a binary or files that lie beside it.
    noExternal: true,
    external: ["@electric-sql/pglite", "sharp", "pg"],
  },
  build: isSsrBuild ? SERVER_BUILD : (CLIENT_BUILDS[mode] ?? BROWSER_BUILD),
}));
